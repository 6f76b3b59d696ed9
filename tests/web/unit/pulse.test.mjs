// How the page finds out that nobody is at the other end, without a page.

import assert from 'node:assert/strict';
import test from 'node:test';
import { createPulse } from '../../../web/app/pulse.js';

/** A pulse on a clock of its own, with what it has done. */
function begin(context) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const did = [];
  const pulse = createPulse({ ask: () => did.push('ask'), giveUp: () => did.push('give up') });
  const pass = (ms) => {
    for (let i = 0; i < ms; i += 500) context.mock.timers.tick(500);
    return did.splice(0).join(', ');
  };
  return { pulse, pass };
}

test('what is sent and not answered is asked for, and given up within 11 s', (context) => {
  const { pulse, pass } = begin(context);
  pulse.opens();
  pulse.heard(false);
  pulse.sent();
  assert.equal(pass(2500), '');
  assert.equal(pass(500), 'ask');
  pulse.sent(); // more that is sent puts nothing off
  assert.equal(pass(7500), '');
  assert.equal(pass(500), 'give up');
  assert.equal(pass(100000), '');
});

test('a connection on which the server speaks is left alone, and asked after 25 s of silence', (context) => {
  const { pulse, pass } = begin(context);
  pulse.opens();
  pulse.heard(false);
  pulse.sent();
  pulse.heard(false);
  assert.equal(pass(24500), '');
  assert.equal(pass(500), 'ask');
  pulse.heard(true);
  assert.equal(pass(24500), '');
  assert.equal(pass(500), 'ask');
  assert.equal(pass(8000), 'give up');
});

test('who looks again asks at once, and once', (context) => {
  const { pulse, pass } = begin(context);
  pulse.look(); // there is no connection
  assert.equal(pass(0), '');
  pulse.opens();
  pulse.heard(false);
  pulse.look();
  pulse.look();
  assert.equal(pass(0), 'ask');
});

test('a connection that is not made in time is given up, the next one later, until the server answers', (context) => {
  const { pulse, pass } = begin(context);
  for (const time of [8000, 16000, 32000, 32000]) {
    pulse.opens();
    assert.equal(pass(time - 500), '');
    assert.equal(pass(500), 'give up');
  }
  pulse.opens();
  pulse.heard(false);
  pulse.look();
  pulse.heard(true);
  pulse.look();
  assert.equal(pass(8000), 'ask, ask, give up');
});

test('a connection that has ended is not waited for', (context) => {
  const { pulse, pass } = begin(context);
  pulse.opens();
  pulse.ends();
  assert.equal(pass(100000), '');
});
