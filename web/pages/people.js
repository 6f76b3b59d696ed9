// Somebody's page: ratings, results, badges and finished games; for oneself also what others see.

import { announce } from '../ui/announce.js';
import { button, el, segments } from '../ui/dom.js';
import { profileHash } from '../ui/hashes.js';
import { followButton, followingCard } from './people-following.js';
import { gamesCard } from './people-games.js';
import { badgesCard, ratingsCard, read, resultsCard } from './people-results.js';
import { dayOf } from './rows.js';
import { setupsCard } from './people-setups.js';
import { refusalText, t } from '../strings/index.js';

function searchForm(app) {
  const p = t.people;
  const field = el('input', { type: 'text', name: 'name', required: true, maxlength: 20, autocomplete: 'off', spellcheck: 'false' });
  return el('form', {
    class: 'look-up', role: 'search', onsubmit(event) {
      event.preventDefault();
      if (field.value.trim()) app.goTo(profileHash(field.value.trim()));
    },
  }, el('label', { class: 'field' }, el('span', {}, p.lookUp), field), button(p.show, null, 'quiet', { type: 'submit' }));
}

/** What others see, which the owner decides. */
function showsCard(app, profile, status) {
  const p = t.people;
  const note = el('p', { class: 'fine' }, p.showsNote[profile.shows]);
  const change = (shows) => {
    app.send({ type: 'profile', shows });
    note.textContent = p.showsNote[shows];
    announce(note.textContent);
    status.textContent = '';
  };
  return el('section', { class: 'card' }, segments('shows', p.shows, Object.entries(p.showsOf), profile.shows, change), note);
}

function head(profile, follow) {
  const p = t.people;
  const lines = [profile.since !== null && p.since(dayOf(profile.since)), profile.kind === 'bot' && p.bot,
    profile.kind === 'guest' && p.guestNote].filter(Boolean);
  return [el('h1', {}, profile.name ?? p.own), ...lines.map((line) => el('p', {}, line)),
    follow && el('div', { class: 'row' }, follow.element)].filter(Boolean);
}

/** @param {App} app @param {string} [wanted] whose page; oneself where it is empty */
export function peopleView(app, wanted) {
  const p = t.people;
  const path = wanted ? `/api/people/${encodeURIComponent(wanted)}` : '/api/person';
  const header = el('header', { class: 'hero' }, el('h1', {}, wanted ?? p.own));
  const status = el('p', { class: 'message', role: 'status' }, t.loading);
  const content = el('div', { class: 'people-cards' });
  let games = null;
  let follow = null;
  const following = !wanted && app.welcome.you?.name ? followingCard(app) : null;
  let isGone = false;

  function show(profile) {
    const editions = profile.editions.map(({ edition }) => edition);
    games = gamesCard(app, profile.own ? null : profile.name, editions);
    follow = profile.followed === null ? null : followButton(app, profile.name, profile.followed);
    header.replaceChildren(...head(profile, follow));
    status.textContent = '';
    content.replaceChildren(...[
      profile.shows && showsCard(app, profile, status), following?.element, profile.kind !== 'guest' && ratingsCard(profile), resultsCard(app, profile),
      badgesCard(profile), profile.setups && profile.results.games > 0 && setupsCard(app, path),
      (profile.own || profile.results.games > 0) && games.element].filter(Boolean));
  }

  async function load() {
    try {
      const profile = await read(path);
      if (isGone) return;
      if (profile) show(profile);
      else status.textContent = p.unknown;
    } catch {
      if (!isGone) status.textContent = p.unreachable;
    }
  }

  load();
  return {
    element: el('div', { class: 'people-page' }, header, searchForm(app), status, content),
    title: wanted ?? p.own,
    receive(message) {
      if (message.type === 'history') games?.receive(message);
      else if (message.type === 'following') (follow ?? following)?.receive(message);
      else if (message.type === 'refused' && message.re === 'history') games?.refuse(message);
      else if (message.type === 'refused') status.textContent = refusalText(message);
    },
    reconnected() {
      games?.reconnected();
      following?.reconnected();
    },
    destroy() {
      isGone = true;
      following?.destroy();
    },
  };
}
