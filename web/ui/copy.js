// Copying and sharing.

/**
 * Copies a text; `field` shows it, for browsers that copy only what is selected.
 * @param {string} text @param {{select: () => unknown}} [field]
 */
export async function copyText(text, field) {
  field?.select();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    document.execCommand('copy'); // where the clipboard is not for pages without TLS
  }
}

/** The whole address of something behind the `#`. @param {string} hash */
export const addressOf = (hash) => new URL(hash, location.href.replace(/#.*/, '')).href;

/** May this device hand a link to its other programs? */
export const canShare = () => typeof navigator.share === 'function';

/**
 * Hands a link to the device's other programs; a person who changes their mind is no error.
 * @param {string} title @param {string} url
 */
export const shareLink = (title, url) => navigator.share({ title, url }).catch(() => null);
