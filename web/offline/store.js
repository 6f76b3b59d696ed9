// Where this device keeps its games: each as a line for lists (`rows`, which the page reads) and
// as its log (`logs`, which only the worker reads, for both armies are in it).

const NAME = 'flagfall';
const VERSION = 1;

/** What a request comes to. @param {IDBRequest} request */
export function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Another tab has the store open and does not let it change: that passes. */
class Blocked extends Error {}

function open() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => ['rows', 'logs'].forEach((name) => request.result.createObjectStore(name, { keyPath: 'game' }));
  return new Promise((resolve, reject) => {
    let isLate = false;
    request.onblocked = () => {
      isLate = true;
      reject(new Blocked());
    };
    request.onsuccess = () => (isLate ? request.result.close() : resolve(request.result));
    request.onerror = () => reject(request.error);
  });
}

/**
 * Opens the store. Where the browser lets nothing be kept, games last as long as the page.
 * @returns {Promise<{get: Function, put: Function, drop: Function, rows: Function, close: () => void}>}
 *   `put` is false, and changes nothing, where the log has been kept anew by somebody else
 */
export async function openStore() {
  try {
    return kept(await open());
  } catch (error) {
    if (error instanceof Blocked) throw error;
    return unkept();
  }
}

const revisionOf = (log) => log?.revision ?? 0;

function kept(first) {
  let database = null;

  // A newer page in another tab may want to change the store: then it is let go, and opened again
  // when it is next needed.
  function use(opened) {
    database = opened;
    const letGo = () => {
      opened.close();
      if (database === opened) database = null;
    };
    opened.onversionchange = letGo;
    opened.onclose = letGo;
  }

  async function begin(...given) {
    if (!database) use(await open());
    return database.transaction(...given);
  }

  async function change(act) {
    const transaction = await begin(['rows', 'logs'], 'readwrite');
    let isWanted = true;
    act(transaction.objectStore('rows'), transaction.objectStore('logs'), () => {
      isWanted = false;
      transaction.abort();
    });
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => (isWanted ? reject(transaction.error) : resolve(false));
    });
  }

  use(first);
  return {
    get: async (game) => done((await begin('logs')).objectStore('logs').get(game)),
    rows: async () => done((await begin('rows')).objectStore('rows').getAll()),
    put: (log, row) => change((rows, logs, leave) => {
      const before = logs.get(log.game);
      before.onsuccess = () => {
        if (revisionOf(before.result) !== revisionOf(log)) return void leave();
        rows.put(row);
        logs.put({ ...log, revision: revisionOf(log) + 1 });
      };
    }),
    drop: (game) => change((rows, logs) => { rows.delete(game); logs.delete(game); }),
    close: () => database?.close(),
  };
}

function unkept() {
  const all = new Map();
  return {
    get: async (game) => all.get(game)?.log,
    rows: async () => [...all.values()].map(({ row }) => row),
    put: async (log, row) => {
      all.set(log.game, { log: { ...log, revision: revisionOf(log) + 1 }, row });
      return true;
    },
    drop: async (game) => { all.delete(game); },
    close: () => {},
  };
}
