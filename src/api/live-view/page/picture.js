// The picture's size and position. An enlarged picture is wider than its frame, which then scrolls.

import { parts } from './parts.js';

const SIZES = [1, 1.5, 2, 3, 4];
let size = 0;
let panning = false;
let acting = false;

const apply = () => {
  const factor = SIZES[size];
  parts.desktop.style.width = `${factor * 100}%`;
  parts.desktop.style.height = `${factor * 100}%`;
  parts.zoom.textContent = `${factor * 100} %`;
  parts.smaller.disabled = size === 0;
  parts.larger.disabled = size === SIZES.length - 1;
  parts.pan.hidden = !acting || size === 0;
  parts.pan.setAttribute('aria-pressed', String(panning));
  // noVNC handles every touch on its canvas. While the person is panning, the frame below gets the touch and scrolls.
  document.body.dataset.touch = acting && !(panning && size > 0) ? 'act' : 'move';
};

const resize = (by) => {
  const { screen } = parts;
  const [x, y] = [
    (screen.scrollLeft + screen.clientWidth / 2) / screen.scrollWidth,
    (screen.scrollTop + screen.clientHeight / 2) / screen.scrollHeight,
  ];
  size = Math.min(SIZES.length - 1, Math.max(0, size + by));
  apply();
  screen.scrollTo(
    x * screen.scrollWidth - screen.clientWidth / 2,
    y * screen.scrollHeight - screen.clientHeight / 2,
  );
};

export const setActing = (isActing) => {
  acting = isActing;
  apply();
};

parts.smaller.addEventListener('click', () => resize(-1));
parts.larger.addEventListener('click', () => resize(1));
parts.pan.addEventListener('click', () => {
  panning = !panning;
  apply();
});
apply();
