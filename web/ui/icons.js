// Small signs on buttons, drawn here so that every device has them.

import { svg } from './dom.js';

const SIGNS = {
  first: 'M4 4h3v16H4zM20 4v16L8 12z',
  back: 'M15.5 4L7.5 12l8 8 2.2-2.2-5.8-5.8 5.8-5.8z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  on: 'M8.5 4L6.3 6.2l5.8 5.8-5.8 5.8L8.5 20l8-8z',
  last: 'M17 4h3v16h-3zM4 4v16l12-8z',
  settings: 'M19.0 10.3L21.7 10.5L21.7 13.5L19.0 13.7L18.2 15.7L19.9 17.8L17.8 19.9L15.7 18.2L13.7 19.0L13.5 21.7L10.5 21.7L10.3 19.0L8.3 18.2L6.2 19.9L4.1 17.8L5.8 15.7L5.0 13.7L2.3 13.5L2.3 10.5L5.0 10.3L5.8 8.3L4.1 6.2L6.2 4.1L8.3 5.8L10.3 5.0L10.5 2.3L13.5 2.3L13.7 5.0L15.7 5.8L17.8 4.1L19.9 6.2L18.2 8.3zM12 8.6a3.4 3.4 0 1 0 0 6.8a3.4 3.4 0 0 0 0-6.8z',
  flip: 'M7 2l5 6H9v8H5V8H2zM17 22l-5-6h3V8h4v8h3z',
};

/** A sign for a button that is named otherwise. @param {keyof typeof SIGNS} name */
export const icon = (name) => svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
  svg('path', { d: SIGNS[name] }));
