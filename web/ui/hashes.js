// Addresses of the page's views, which stand behind the `#`.

/** @param {string} id of a game */
export const gameHash = (id) => `#/game/${encodeURIComponent(id)}`;

/** Of an account's page. @param {string} name */
export const profileHash = (name) => `#/people/${encodeURIComponent(name)}`;

/** @param {string} id of a tournament */
export const tournamentHash = (id) => `#/tournaments/${encodeURIComponent(id)}`;

/** Of the editor with an army. @param {string} edition its id @param {string} letters */
export const armyHash = (edition, letters) => `#/army/${encodeURIComponent(edition)}/${letters}`;
