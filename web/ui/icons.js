// Small signs on buttons, drawn here so that every device has them.

import { svg } from './dom.js';

const SIGNS = {
  first: 'M4 4h3v16H4zM20 4v16L8 12z',
  back: 'M17 4v16L5 12z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  on: 'M7 4v16l12-8z',
  last: 'M17 4h3v16h-3zM4 4v16l12-8z',
  flip: 'M7 2l5 6H9v8H5V8H2zM17 22l-5-6h3V8h4v8h3z',
};

/** A sign for a button that is named otherwise. */
export const icon = (name) => svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
  svg('path', { d: SIGNS[name] }));
