import { type Case, exports, keyOf, noteOf, receiptOf, signers } from './exports.ts';
import type { Random } from './random.ts';

type Damage = (text: string, random: Random) => string;

const LETTERS = [
  '0',
  '9',
  'a',
  'f',
  'A',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ',',
  ':',
  ' ',
  '\n',
  '\r\n',
  '\0',
  '\u00e9',
  '\u0430',
  '\u2028',
  '\ufeff',
  '+',
  '/',
  '=',
  '-',
];
/** Values to insert into JSON, some of which are not valid JSON. */
const VALUES = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1',
  '2',
  '3',
  '9',
  '1.0',
  '3.0',
  '1e0',
  '0.5',
  '-1',
  '1e400',
  '9007199254740991',
  '9007199254740992',
  '123456789012345678901234567890',
  'NaN',
  'Infinity',
  '"1"',
  '""',
  '"x"',
  '[]',
  '{}',
  '[1]',
  '[""]',
  '["AA=="]',
  '["AA"]',
  '["!"]',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\u0000"',
];

const at = (text: string, random: Random): number => random.below(text.length + 1);
const lines = (text: string): string[] => text.split('\n').slice(0, -1);
const joined = (parts: readonly string[]): string => parts.map((part) => `${part}\n`).join('');
const inLine =
  (change: Damage): Damage =>
  (text, random) => {
    const parts = lines(text);
    if (parts.length === 0) return change(text, random);
    const place = random.below(parts.length);
    return joined(parts.with(place, change(parts[place]!, random)));
  };
const safe =
  (change: Damage): Damage =>
  (text, random) =>
    lines(text).length === 0 ? text : change(text, random);
const MEMBER = /"([a-z_]+)":(?:"(?:[^"\\]|\\.)*"|-?\d+|null|true|\[[^\]]*\])/g;
const member = (text: string, random: Random, change: (found: string, name: string) => string): string => {
  const all = [...text.matchAll(MEMBER)];
  if (all.length === 0) return text;
  const { 0: found, 1: name = '', index } = random.pick(all);
  return text.slice(0, index) + change(found, name) + text.slice(index + found.length);
};

/** Ways to damage an export or any other text. */
const DAMAGES: Readonly<Record<string, Damage>> = {
  'cut off': (text, random) => text.slice(0, at(text, random)),
  'a letter replaced': (text, random) => {
    const place = at(text, random);
    return text.slice(0, place) + random.pick(LETTERS) + text.slice(place + 1);
  },
  'a letter put in': (text, random) => {
    const place = at(text, random);
    return text.slice(0, place) + random.pick(LETTERS) + text.slice(place);
  },
  'a piece taken out': (text, random) => {
    const place = at(text, random);
    return text.slice(0, place) + text.slice(place + 1 + random.below(40));
  },
  'a line taken out': safe((text, random) =>
    joined(lines(text).toSpliced(random.below(lines(text).length), 1)),
  ),
  'a line twice': safe((text, random) => {
    const all = lines(text);
    const place = random.below(all.length);
    return joined(all.toSpliced(random.below(all.length + 1), 0, all[place]!));
  }),
  'two lines swapped': safe((text, random) => {
    const all = lines(text);
    const [one, other] = [random.below(all.length), random.below(all.length)];
    return joined(all.with(one, all[other]!).with(other, all[one]!));
  }),
  'a value replaced': safe(
    inLine((line, random) => member(line, random, (_, name) => `"${name}":${random.pick(VALUES)}`)),
  ),
  'a member twice': safe(
    inLine((line, random) =>
      member(line, random, (found, name) =>
        random.pick([
          `${found},"${name}":${random.pick(VALUES)}`,
          `"${name}":${random.pick(VALUES)},${found}`,
        ]),
      ),
    ),
  ),
  'a member renamed': safe(
    inLine((line, random) =>
      member(line, random, (found, name) =>
        found.replace(
          name,
          random.pick(['__proto__', 'constructor', 'end', 'seq', 'x', 'unmapped', 'class_uid']),
        ),
      ),
    ),
  ),
  'a member put in': safe(
    inLine((line, random) =>
      line.replace(
        '{',
        `{"${random.pick(['end', 'inclusion', 'class_uid', 'unmapped', 'x', '__proto__', 'unreadable'])}":${random.pick(VALUES)},`,
      ),
    ),
  ),
  'a value of another row': safe((text, random) => {
    const others = [...text.matchAll(MEMBER)];
    if (others.length === 0) return text;
    return inLine((line) => {
      return member(line, random, (found, name) => {
        const same = others.filter((other) => other[1] === name);
        return same.length === 0 ? found : random.pick(same)[0];
      });
    })(text, random);
  }),
  'a letter of a line escaped': safe(
    inLine((line, random) =>
      line.replace(
        random.pick(['a', 'e', 'c', 's']),
        (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`,
      ),
    ),
  ),
  'a replacement character made half an emoji': (text) => text.replace('\ufffd', '\\ud83d'),
  'white space': inLine((line, random) =>
    random.pick([
      ` ${line}`,
      `${line} `,
      `${line}\r`,
      `\t${line}`,
      `\ufeff${line}`,
      line.replaceAll(':', ': '),
      `\u00a0${line}`,
      `\u000b${line}`,
      '',
    ]),
  ),
  CRLF: (text) => text.replaceAll('\n', '\r\n'),
  'a mark of the order of bytes': (text) => `\ufeff${text}`,
  'no newline at the end': (text) => text.replace(/\n$/, ''),
  'an empty line at the end': (text) => `${text}\n`,
  'a very long line': inLine((line) => line.replace('{', `{"x":"${'y'.repeat(1 << 20)}",`)),
  'deeply nested': inLine((line) => line.replace('{', `{"x":${'['.repeat(3_000)}${']'.repeat(3_000)},`)),
  nothing: () => '',
  'left as it is': (text) => text,
};

const spoil = (text: string, random: Random, did: string[]): string => {
  const name = random.pick(Object.keys(DAMAGES));
  did.push(name);
  return DAMAGES[name]!(text, random);
};

const evidenceKeys = (random: Random): string =>
  random.pick([
    '',
    ...Array.from({ length: 8 }, () => `${keyOf()}\n`),
    `# two\n\n${keyOf()}\n${keyOf(undefined, signers[1])}\n`,
    `${keyOf(undefined, signers[1])}\n`,
    `${keyOf('log.example/team_b')}\n`,
  ]);

const checkpoints = (random: Random): readonly string[] =>
  random.pick([
    ...Array.from({ length: 8 }, () => () => []),
    ...Array.from({ length: 4 }, () => () => [noteOf(1 + random.below(5))]),
    () => [noteOf(1 + random.below(9))],
    () => [noteOf(3), noteOf(6)],
    () => [noteOf(5, undefined, undefined, [...signers])],
    () => [noteOf(5, undefined, Buffer.alloc(32, 7))],
    () => [noteOf(5, 'log.example/team_b')],
    () => [noteOf(20, undefined, Buffer.alloc(32, 7))],
    () => [noteOf(4, undefined, undefined, signers.slice(1))],
  ])();

const receipts = (random: Random): readonly string[] =>
  random
    .pick([
      () => [],
      () => [],
      () => [],
      () => [],
      () => [receiptOf([1, 4, 7], 7 + random.below(3))],
      () => [receiptOf([2, 5], 6)],
    ])()
    .map((receipt) => JSON.stringify(receipt));

/** Returns a case with one to three kinds of damage, in the export or in the evidence, and describes the damage. */
export const damagedCase = (random: Random): { readonly damaged: Case; readonly did: readonly string[] } => {
  const did: string[] = [];
  let damaged: Case = {
    text: random.pick(exports),
    keys: evidenceKeys(random),
    checkpoints: checkpoints(random),
    receipts: receipts(random),
  };
  const once = (text: string): string => spoil(text, random, did);
  for (let times = 1 + random.below(2); times > 0; times -= 1) {
    const where = random.below(10);
    if (where === 0 && damaged.checkpoints.length > 0)
      damaged = { ...damaged, checkpoints: damaged.checkpoints.map(once) };
    else if (where === 1 && damaged.receipts.length > 0)
      damaged = { ...damaged, receipts: damaged.receipts.map(once) };
    else if (where === 2 && damaged.keys !== '') damaged = { ...damaged, keys: once(damaged.keys) };
    else damaged = { ...damaged, text: once(damaged.text) };
  }
  return { damaged, did };
};
