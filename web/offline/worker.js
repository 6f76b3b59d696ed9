// The worker: games on this device beside the page, which is sent what a server would
// send it and nothing else; or, in a worker of its own, a finished game analysed. The first
// message names the module, and the game where there is one to be analysed, or written with what was
// found.

import { analyse, annotate } from './analyst.js';
import { createLocalServer } from './local-server.js';
import { openModule } from './module.js';
import { openStore } from './store.js';

const tell = (message) => postMessage(message);

async function start({ module, wish }) {
  const answer = await fetch(module);
  if (!answer.ok) throw new Error(`${module}: ${answer.status}`);
  const rules = await openModule(await WebAssembly.compile(await answer.arrayBuffer()));
  if (!wish) return createLocalServer(rules, await openStore(), tell);
  if (wish.annotated) tell(annotate(rules, wish.annotated));
  else analyse(rules, wish, tell);
  return () => {};
}

let served = null; // promised, since the first message
onmessage = ({ data }) => {
  if (!served) {
    served = start(data);
    served.catch(() => tell({ type: 'failed' }));
  } else served.then((serve) => serve(data), () => {});
};
