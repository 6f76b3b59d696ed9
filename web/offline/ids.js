// Games of this device have ids of their own, and no server's game is called so.

export const HERE = 'local-';

/** Is that the id of a game of this device? */
export const isHere = (id) => typeof id === 'string' && id.startsWith(HERE);
