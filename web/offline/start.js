// Starting the worker, whose names the build writes into the page, or leaves out.

/** Has the build packed this script, under a name with a hash? */
export const isPacked = (name) => /-[0-9A-Z]{8}\.js$/.test(name ?? '');

const names = () => document.body.dataset;

/** The name of the module, which no other build of it has; null where it has none of the kind. */
export const engineName = () => names().module?.match(/[^/]+-[0-9A-F]{8}\.wasm$/)?.[0] ?? null;

/** Can this browser have a worker with the module? */
export const hasWorker = () => Boolean(names().worker && names().module) && 'Worker' in globalThis && 'WebAssembly' in globalThis;

/**
 * @param {{record: string, from?: number} | {annotated: string}} [wish] a game to be analysed, or
 *   written with what was found (analyst.js); without it the worker serves games
 */
export function startWorker(wish) {
  const { worker: script = '', module = '' } = names();
  const worker = new Worker(script, { type: isPacked(script) ? 'classic' : 'module' });
  worker.postMessage({ module: new URL(module, document.baseURI).href, wish });
  return worker;
}
