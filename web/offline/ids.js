// Games of this device have ids of their own, and no server's game is called so.

export const HERE = 'local-';
export const HOTSEAT = `${HERE}two-`;

/** Is that the id of a game of this device? */
export const isHere = (id) => typeof id === 'string' && id.startsWith(HERE);

/** Is it a game of two people at this device, who take turns at it? */
export const isHotseat = (id) => typeof id === 'string' && id.startsWith(HOTSEAT);
