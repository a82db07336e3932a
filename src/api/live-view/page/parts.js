// The page's elements, by id.

const ids = `status take release cancel lease lease-words keep question question-words question-until answers approve refuse
  answer-label answer-text options
  look-only result result-words screen desktop smaller zoom larger pan keyboard paste keys task step time tokens cost current
  log sure stay really notice`;

export const parts = Object.fromEntries(
  ids
    .split(/\s+/)
    .map((id) => [id.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase()), document.getElementById(id)]),
);

/** Sets an element's text only if it differs, because screen readers read every change in a live region. */
export const say = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

/** Formats a duration as minutes and seconds. */
export const clock = (ms) => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
