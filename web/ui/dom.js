// Building elements. Text only ever enters the page as text nodes.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * What can be put into an element; `false` and the like are left out.
 * @typedef {Node | string | number | false | null | undefined} Child
 * @typedef {Child | Child[]} Children
 */

/** @template {Element} E @param {E} node @param {object} attributes @param {Children[]} children */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(.../** @type {Array<Node | string>} */ (children.flat()
    .filter((child) => child !== null && child !== undefined && child !== false)));
  return node;
}

/**
 * An HTML element; attributes that begin with `on` are listeners.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Attributes<HTMLElementTagNameMap[Name]>} [attributes] @param {Children[]} children
 */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Attributes<SVGElementTagNameMap[Name]>} [attributes] @param {Children[]} children
 */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/**
 * A push button with a text; `kind` is a class: `primary`, `quiet`, `danger`.
 * @param {Children} label @param {?((event: MouseEvent) => unknown)} onclick @param {string} [kind]
 * @param {Attributes<HTMLButtonElement>} [attributes]
 */
export function button(label, onclick, kind = '', attributes = {}) {
  return el('button', { type: 'button', class: `button ${kind}`.trim(), onclick, ...attributes }, label);
}

/** Those of a list that are there. @template T @param {Array<T | false | '' | null | undefined>} list @returns {T[]} */
export const compact = (list) => list.flatMap((one) => one || []);

/**
 * Puts children in a place, but where the same are there already: a press that has begun on them goes on.
 * What their buttons do has to be seen in them, as an address or a `data-` attribute.
 * @param {Element} place @param {Array<Element | false | null | undefined>} children
 */
export function put(place, ...children) {
  const next = compact(children);
  const isSame = next.length === place.childNodes.length && next.every((one, i) => one.isEqualNode(place.childNodes[i]));
  if (!isSame) place.replaceChildren(...next);
}

let serial = 0;
/** An id that nothing else on the page has. @param {string} stem */
export function uniqueId(stem) {
  serial += 1;
  return `${stem}-${serial}`;
}

/**
 * One of a few, as a row of big choices; `options` are lists of value, label and note.
 * @template {string} Value
 * @param {string} name @param {string} title @param {Array<[Value, string, string?]>} options
 * @param {?Value} chosen @param {(value: Value) => void} change
 */
export function segments(name, title, options, chosen, change) {
  return el('fieldset', { class: 'segments' }, el('legend', {}, title), el('div', { class: 'segment-row' },
    ...options.map(([value, label, note]) => el('label', { class: 'segment', 'data-value': value },
      el('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => change(value) }),
      el('span', {}, label, note && el('small', {}, note))))));
}
