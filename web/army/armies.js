// Armies that are kept under a name: by the server for who has an account, by this
// browser for everybody else.

import { load, save } from '../ui/storage.js';

const key = 'armies';

/** @param {Pick<Army, 'edition' | 'name'>} a @param {Pick<Army, 'edition' | 'name'>} b */
const isSame = (a, b) => a.edition === b.edition && a.name === b.name;

/** @param {App} app */
export function createArmyStore(app) {
  const hasAccount = () => Boolean(app.welcome.you?.name);
  /** @type {() => Army[]} */
  const all = () => (hasAccount() ? app.welcome.armies ?? [] : load(key, []));
  /** @param {Army[]} armies */
  const keep = (armies) => {
    save(key, armies);
    return true;
  };
  return {
    all,
    of: (/** @type {Edition} */ edition) => all().filter((army) => army.edition === edition.id),
    /** Keeps an army in the place of one of that name; says where there is no connection, and gives false. @param {Army} army */
    put(army) {
      if (hasAccount()) return app.order({ type: 'save-army', ...army });
      return keep([...all().filter((one) => !isSame(one, army)), army]);
    },
    /** Drops the army of that name; the same. @param {Pick<Army, 'edition' | 'name'>} army */
    drop({ edition, name }) {
      if (hasAccount()) return app.order({ type: 'drop-army', edition, name });
      return keep(all().filter((one) => !isSame(one, { edition, name })));
    },
  };
}

/** Gives what this browser kept for a guest to the account that the guest has made. @param {App} app */
export function moveArmies(app) {
  load(key, []).forEach((/** @type {Army} */ army) => app.send({ type: 'save-army', ...army }));
  save(key, null);
}

// A file of armies: a line each, edition, letters and name.

/** @param {Army[]} armies */
export const armiesText = (armies) => armies.map(({ edition, letters, name }) => `${edition} ${letters} ${name}\n`).join('');

/** The armies of such a text whose edition is known; others are passed over. @param {string} text @param {Map<string, unknown>} editions */
export function readArmiesText(text, editions) {
  return text.split(/\r?\n/).flatMap((line) => {
    const found = line.trim().match(/^(\S+) ([A-M_]+)\s*(.*)$/i);
    if (!found || !editions.has(found[1])) return [];
    const [, edition, letters, name] = found;
    return [{ edition, letters: letters.toUpperCase(), name: name.slice(0, NAME_MOST) || letters.slice(0, 8) }];
  });
}

export const NAME_MOST = 40;
