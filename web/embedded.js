// Keeps the board of a game that stands in a frame of another site as it is: asks for the same page
// again while the game goes on and somebody looks. It keeps nothing and sends no cookie.

const PAUSE = 5000; // ms

const main = /** @type {HTMLElement} */ (document.querySelector('main'));

async function next() {
  const answer = await fetch(location.href, { credentials: 'omit' }).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main') : null;
}

/** Readers are told of the state where it changes, so that line stays and only its text is new. @param {Element} news */
function show(news) {
  main.querySelector('svg')?.replaceWith(news.querySelector('svg') ?? '');
  for (const part of ['.state', '.players']) {
    const [old, now] = [main, news].map((one) => one.querySelector(part));
    if (old && now && old.textContent !== now.textContent) old.replaceChildren(...now.childNodes);
  }
  main.toggleAttribute('data-live', news.hasAttribute('data-live'));
}

async function refresh() {
  const news = document.hidden ? null : await next();
  if (news) show(news);
  wait();
}

function wait() {
  if (main.hasAttribute('data-live')) setTimeout(refresh, PAUSE);
}

wait();
