// A game analysed by the server, for a browser that has no WebAssembly: what it answers is told as
// the worker tells it (offline/analyst.js), in one piece.

import { insightOf } from '../offline/analyst.js';

/** The insights of an answer of `/api/analysis`. @param {{plies: any[], others: any[]}} answer */
export function insightsOf({ plies, others }) {
  const byPly = new Map(others.map((one) => [one.ply, one]));
  return plies.map((one) => insightOf(one, byPly.get(one.ply)));
}

async function ask(record, signal) {
  const headers = { 'Content-Type': 'text/plain' };
  const answer = await fetch('/api/analysis', { method: 'POST', body: record, headers, signal });
  return answer.json();
}

/** @param {string} record @returns {any} what can be listened to and ended as a worker can */
export function startRemote(record) {
  const control = new AbortController();
  const all = new EventTarget();
  const tell = (data) => all.dispatchEvent(new MessageEvent('message', { data }));
  ask(record, control.signal).then((answer) => {
    if (!answer.plies) return void tell({ type: 'refused', reason: answer.reason });
    const insights = insightsOf(answer);
    tell({ type: 'looked', from: insights.length, part: 1, insights });
    tell({ type: 'done' });
  }).catch(() => { if (!control.signal.aborted) tell({ type: 'failed' }); });
  return {
    addEventListener: (name, listener) => all.addEventListener(name, listener),
    terminate: () => control.abort(),
  };
}
