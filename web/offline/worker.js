// The worker: games on this device beside the page, which is sent what a server would
// send it and nothing else. The first message names the module.

import { createHouse } from './house.js';
import { openModule } from './module.js';
import { openStore } from './store.js';

async function start(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const rules = await openModule(await WebAssembly.compile(await answer.arrayBuffer()));
  return createHouse(rules, await openStore(), (message) => postMessage(message));
}

let house = null; // promised, since the first message
onmessage = ({ data }) => {
  if (!house) {
    house = start(data.module);
    house.catch(() => postMessage({ type: 'failed' }));
  } else house.then((serve) => serve(data), () => {});
};
