/** Maps key names, as written by models from different providers, to X keysyms. */

const FUNCTION_KEYS = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`f${index + 1}`, 0xff_be + index] as const),
);

const KEYSYMS: Readonly<Record<string, number>> = {
  ...FUNCTION_KEYS,
  return: 0xff_0d,
  enter: 0xff_0d,
  kp_enter: 0xff_8d,
  tab: 0xff_09,
  escape: 0xff_1b,
  esc: 0xff_1b,
  backspace: 0xff_08,
  delete: 0xff_ff,
  del: 0xff_ff,
  insert: 0xff_63,
  home: 0xff_50,
  end: 0xff_57,
  left: 0xff_51,
  up: 0xff_52,
  right: 0xff_53,
  down: 0xff_54,
  arrowleft: 0xff_51,
  arrowup: 0xff_52,
  arrowright: 0xff_53,
  arrowdown: 0xff_54,
  page_up: 0xff_55,
  pageup: 0xff_55,
  prior: 0xff_55,
  page_down: 0xff_56,
  pagedown: 0xff_56,
  next: 0xff_56,
  space: 0x20,
  plus: 0x2b,
  minus: 0x2d,
  comma: 0x2c,
  period: 0x2e,
  slash: 0x2f,
  backslash: 0x5c,
  menu: 0xff_67,
  print: 0xff_61,
  capslock: 0xff_e5,
  caps_lock: 0xff_e5,
};

const MODIFIERS: Readonly<Record<string, number>> = {
  ctrl: 0xff_e3,
  control: 0xff_e3,
  control_l: 0xff_e3,
  control_r: 0xff_e4,
  shift: 0xff_e1,
  shift_l: 0xff_e1,
  shift_r: 0xff_e2,
  alt: 0xff_e9,
  alt_l: 0xff_e9,
  alt_r: 0xff_ea,
  option: 0xff_e9,
  super: 0xff_eb,
  super_l: 0xff_eb,
  meta: 0xff_eb,
  cmd: 0xff_eb,
  win: 0xff_eb,
};

export const RETURN = KEYSYMS['return']!;
export const TAB = KEYSYMS['tab']!;
const SHIFT = MODIFIERS['shift']!;

const isPrintable = (text: string): boolean => /^[\x20-\x7e]$/.test(text);

const ownEntry = (table: Readonly<Record<string, number>>, name: string): number | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Returns the keysym of a key that can be held while other keys are pressed. */
export const modifierKeysym = (name: string): number | undefined => ownEntry(MODIFIERS, name.toLowerCase());

/**
 * Returns a chord's keysyms, such as those of `ctrl+shift+t`, in the order in which they are pressed; undefined if part of the
 * chord is not a key. A capital letter alone is typed with shift; in a chord it is just another spelling of the key.
 */
export const chordKeysyms = (chord: string): readonly number[] | undefined => {
  // A `+` at the end is the plus key itself.
  const parts = chord.endsWith('++') ? [...chord.slice(0, -2).split('+'), '+'] : chord.split('+');
  const names = chord === '+' ? ['+'] : parts.map((part) => part.trim());
  const keysyms: number[] = [];
  for (const name of names) {
    const known = modifierKeysym(name) ?? ownEntry(KEYSYMS, name.toLowerCase());
    if (known !== undefined) keysyms.push(known);
    else if (!isPrintable(name)) return undefined;
    else if (names.length > 1) keysyms.push(name.toLowerCase().codePointAt(0)!);
    else keysyms.push(...strokeOf(name));
  }
  return keysyms;
};

/** Returns the keys that type one printable ASCII character on a US keyboard. */
export const strokeOf = (character: string): readonly number[] => {
  const keysym = character.codePointAt(0)!;
  return /[A-Z~!@#$%^&*()_+{}|:"<>?]/.test(character) ? [SHIFT, keysym] : [keysym];
};

export type TypingPart = { readonly keys: string } | { readonly paste: string };

/**
 * Plans how to type text: with keys if a US keyboard has all of them, and otherwise through the clipboard, which reproduces
 * every character exactly. Line breaks and tabs are always keys, as if a person typed them. A line is never split, because a
 * program may treat separate pieces differently from a whole line.
 */
export const typingParts = (text: string): readonly TypingPart[] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split(/([\n\t]+)/)
    .filter((part) => part !== '')
    .map((part) => (/^[\x20-\x7e\n\t]+$/.test(part) ? { keys: part } : { paste: part }));
