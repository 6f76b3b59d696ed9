// Whatever the page keeps in the browser has an owner (OWNERS, web/ui/storage.js), and nothing stands there that is
// not kept: read from the scripts, since not every key is written in a test.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { OWNERS } from '../../../web/ui/storage.js';

const WEB = new URL('../../../web/', import.meta.url);
const STORAGE = 'ui/storage.js';
const scripts = (await readdir(WEB, { recursive: true })).filter((name) => name.endsWith('.js'));
const texts = new Map(await Promise.all(scripts.map(async (name) => (
  /** @type {const} */ ([name, await readFile(new URL(name, WEB), 'utf8')])))));

const CALL = /(?<![\w.])(?:save|load|keptKeys|saveOf|loadOf)\(((?:\([^()]*\)|[^(),])*)/g;
const DEFINED = /(?:function |async )(?:save|load)\(/;
/** Where the key is handed on, by whoever calls. */
const HANDED_ON = ['key', 'keyOf(kind, game)'];

/** The word that a key begins with, from what stands in a call: a text, or the name of one in the same script. */
function wordIn(text, given) {
  const [, literal] = given.match(/^['`]([a-z-]+)(?:['.]|\.\$)/) ?? [];
  if (literal) return literal;
  const [, name] = given.match(/^(?:this\.)?(\w+)(?:\([^()]*\))?$/) ?? [];
  const [, word] = (name && text.match(new RegExp(`\\b${name} = (?:\\([^()]*(?:\\*/[^()]*)?\\) => )?['\`]([a-z-]+)`))) ?? [];
  return word ?? null;
}

test('every key that a script keeps or reads has an owner, and every owner a key', () => {
  const used = new Set();
  for (const [file, text] of texts) {
    if (file === STORAGE || DEFINED.test(text)) continue;
    const imports = text.includes('storage.js') || text.includes('kept.js');
    for (const [call, given] of imports ? text.matchAll(CALL) : []) {
      const word = wordIn(text, given.trim());
      if (!word && file === 'ui/kept.js' && HANDED_ON.includes(given.trim())) continue;
      assert.ok(word, `${file}: which key is ${call}?`);
      assert.ok(OWNERS[word], `${file}: whose is ${word}? It wants a line in OWNERS.`);
      used.add(word);
    }
  }
  assert.deepEqual(Object.keys(OWNERS).filter((word) => !used.has(word)), [], 'owners of what nobody keeps');
});

test('nothing is kept in localStorage but by web/ui/storage.js', () => {
  assert.deepEqual([...texts].filter(([, text]) => /\blocalStorage\b/.test(text)).map(([file]) => file), [STORAGE]);
});
