// What a visit to the page costs: which files are asked for over the network, and how many
// bytes come back, heads included. Used by a test and by bench/page.mjs.

const LATER = /^\/views-/; // comes when the start page stands, if the browser has nothing else to do

/**
 * Goes to `url` as a new visit, with nothing kept where `cold`, until the start page stands.
 * `isThere` is for who sees that by other means than Playwright's, which runs scripts in the page.
 * @returns {Promise<{asked: string[], bytes: number}>}
 */
export async function transfersOf(page, url, { cold = false, throttle = null, isThere = null } = {}) {
  const session = await page.context().newCDPSession(page);
  const requests = new Map(); // by the browser's number
  await page.goto('about:blank');
  if (cold) {
    await session.send('Network.clearBrowserCache');
    await session.send('Network.clearBrowserCookies');
    await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'local_storage' });
  }
  await session.send('Network.enable');
  if (throttle) {
    await session.send('Network.emulateNetworkConditions', { offline: false, ...throttle.network });
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle.cpu });
  }
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (/^http/.test(request.url)) requests.set(requestId, { path: new URL(request.url).pathname, bytes: 0 });
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => requests.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) requests.delete(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requests.has(requestId)) requests.get(requestId).bytes = encodedDataLength;
  });
  await page.goto(url);
  await (isThere ?? page.waitForSelector('.home'));
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await session.detach();
  const all = [...requests.values()].filter(({ path }) => !LATER.test(path));
  return { asked: all.map(({ path }) => path), bytes: all.reduce((sum, one) => sum + one.bytes, 0) };
}
