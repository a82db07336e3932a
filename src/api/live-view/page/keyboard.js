// The person's keyboard. A text field receives the keys, because input methods, phones and the clipboard only work with a text
// field. Keys that exist on a US keyboard go to noVNC as keys; everything else goes to the worker as text.

/** Kept in the field when it is otherwise empty, so that a phone's delete key has something to delete. */
const SENTINEL = ' ';
const BEFORE_TEXT = new Set(['Dead', 'Process', 'Unidentified']);

const isLeave = ({ ctrlKey, altKey, code }) => ctrlKey && altKey && code === 'KeyG';
const isCommand = ({ ctrlKey, altKey, metaKey }) => ctrlKey || altKey || metaKey;
const isForeign = (key) => [...key].some((character) => character.codePointAt(0) > 0x7f);

/** Command keys are identified by their position on the keyboard, because the person's script may have another letter there. */
const latinKey = ({ key, code }) => {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  return isForeign(key) && letter !== undefined ? letter : key;
};

/**
 * @param field the text field
 * @param canvas returns the element that noVNC listens to
 * @param enter receives text, and whether it was typed or pasted
 * @param leave called for keys that move the focus away from the desktop
 */
export const listenToKeys = ({ field, canvas, enter, leave }) => {
  const held = new Map();
  let copiedThere = false;

  const pass = (type, { key, code, keyCode, location }, state = {}) => {
    const { ctrlKey, altKey, shiftKey, metaKey } = state;
    const copy = { key, code, keyCode, location, ctrlKey, altKey, shiftKey, metaKey, cancelable: true };
    canvas()?.dispatchEvent(new KeyboardEvent(type, copy));
  };
  const tap = (key, code) => {
    pass('keydown', { key, code });
    pass('keyup', { key, code });
  };
  const letGo = () => {
    for (const event of held.values()) pass('keyup', event);
    held.clear();
  };
  const empty = () => {
    field.value = SENTINEL;
    field.setSelectionRange(1, 1);
  };
  const flush = () => {
    const { value } = field;
    empty();
    if (value === '') tap('Backspace', 'Backspace');
    const text = value.startsWith(SENTINEL) ? value.slice(1) : value;
    if (text !== '') enter(text, 'typed');
  };

  field.addEventListener('keydown', (event) => {
    if (isLeave(event)) {
      event.preventDefault();
      leave();
      return;
    }
    if (event.isComposing || event.keyCode === 229 || BEFORE_TEXT.has(event.key)) return;
    const key = isCommand(event) ? latinKey(event) : event.key;
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey;
    // The browser responds with a paste event, which contains the person's clipboard.
    if (isShortcut && key.toLowerCase() === 'v' && !copiedThere) return;
    event.preventDefault();
    if (isForeign(key)) {
      enter(key, 'typed');
      return;
    }
    if (isShortcut && /^[cx]$/i.test(key)) copiedThere = true;
    const known = { key, code: event.code, keyCode: event.keyCode, location: event.location };
    held.set(event.code, known);
    pass('keydown', known, event);
  });
  field.addEventListener('keyup', (event) => {
    const known = held.get(event.code);
    if (known === undefined) return;
    event.preventDefault();
    held.delete(event.code);
    pass('keyup', known, event);
  });
  field.addEventListener('paste', (event) => {
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    if (text !== '') enter(text, 'pasted');
  });
  field.addEventListener('input', (event) => {
    if (!event.isComposing) flush();
  });
  field.addEventListener('compositionend', flush);
  field.addEventListener('blur', letGo);
  // Text copied in another window is newer than text copied on the desktop.
  addEventListener('blur', () => (copiedThere = false));
  empty();
};
