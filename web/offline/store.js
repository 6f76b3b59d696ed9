// Where this device keeps its games: each as a line for lists (`rows`, which the page reads) and
// as its log (`logs`, which only the worker reads, for both armies are in it).

const NAME = 'flagfall';
const VERSION = 1;

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function open() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => ['rows', 'logs'].forEach((name) => request.result.createObjectStore(name, { keyPath: 'game' }));
  return done(request);
}

/**
 * Opens the store. Where the browser lets nothing be kept, games last as long as the page.
 * @returns {Promise<{get: Function, put: Function, drop: Function, rows: Function}>}
 */
export async function openStore() {
  const database = await open().catch(() => null);
  return database ? kept(database) : unkept();
}

function kept(database) {
  function change(act) {
    const transaction = database.transaction(['rows', 'logs'], 'readwrite');
    act(transaction.objectStore('rows'), transaction.objectStore('logs'));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  }
  return {
    get: (game) => done(database.transaction('logs').objectStore('logs').get(game)),
    rows: () => done(database.transaction('rows').objectStore('rows').getAll()),
    put: (log, row) => change((rows, logs) => { rows.put(row); logs.put(log); }),
    drop: (game) => change((rows, logs) => { rows.delete(game); logs.delete(game); }),
  };
}

function unkept() {
  const all = new Map();
  return {
    get: async (game) => all.get(game)?.log,
    rows: async () => [...all.values()].map(({ row }) => row),
    put: async (log, row) => { all.set(log.game, { log, row }); },
    drop: async (game) => { all.delete(game); },
  };
}
