/** What a document reads of free text, for cells under `read.<name>`. */
import type { TeamVertical } from '../../contract/team-vertical.ts';
import type { TextRead } from '../../contract/team-vertical-reads.ts';
import { type Case, memberOf, textOf, textsIn } from '../members.ts';
import { clip } from '../text/clip.ts';
import { normalise } from '../text/reading.ts';
import { recognise, type SignedClass, statedNumber } from '../text/signs.ts';
import type { FieldTypes } from './shape.ts';
import type { Members, Nested } from './values.ts';

/** Maximum length of text to read. */
const MAX_READ = 64_000;

type TextClass = NonNullable<TextRead['classes']>[number];
type Fact = TextClass['facts'][string];

interface CompiledRead {
  readonly of: readonly string[];
  readonly forms: readonly { readonly name: string; readonly pattern: RegExp }[] | undefined;
  readonly phrases: readonly (readonly [string, RegExp])[];
  readonly classes: readonly (SignedClass<string> & Pick<TextClass, 'number' | 'facts'>)[] | undefined;
}

const compiled = new WeakMap<TeamVertical, ReadonlyMap<string, CompiledRead>>();

const compileReads = (document: TeamVertical): ReadonlyMap<string, CompiledRead> => {
  const known = compiled.get(document);
  if (known !== undefined) return known;
  const reads = new Map(
    Object.entries(document.reads ?? {}).map(([name, read]) => [name, compileRead(read)]),
  );
  compiled.set(document, reads);
  return reads;
};

const compileRead = ({ of, forms, phrases = {}, classes }: TextRead): CompiledRead => ({
  of,
  forms: forms?.map(({ name, pattern }) => ({ name, pattern: new RegExp(`^(?:${pattern})$`) })),
  phrases: Object.entries(phrases).map(([name, pattern]) => [name, new RegExp(pattern)] as const),
  classes: classes?.map(({ signs, consequence, ...each }) => ({
    ...each,
    signs: signs.map((sign) => ({ ...sign, pattern: new RegExp(sign.pattern) })),
    isConsequence: consequence,
  })),
});

/** Returns what a document reads of a case's texts. */
export const readTexts = (document: TeamVertical, given: Case): Members =>
  Object.fromEntries([...compileReads(document)].map(([name, read]) => [name, readText(read, given)]));

const readText = (read: CompiledRead, given: Case): Nested => {
  const written = textsIn(read.of.map((name) => memberOf(given, name))).join('\n');
  const text = normalise(clip(written, MAX_READ)).toLowerCase().replaceAll('’', "'");
  return {
    given: written.trim() !== '',
    ...(read.forms && { form: formOf(read.forms, textOf(given, ...read.of).toLowerCase()) }),
    ...Object.fromEntries(read.phrases.map(([name, pattern]) => [name, pattern.test(text)])),
    ...(read.classes && classIn(read.classes, text)),
  };
};

/** Returns the name of the first form of the text or of one of its parts (`P1 - Critical`); '' if it has none. */
const formOf = (forms: NonNullable<CompiledRead['forms']>, text: string): string => {
  const parts = [text, ...text.split(/\s*[-:,;/|()]\s*/)];
  return forms.find(({ pattern }) => parts.some((part) => pattern.test(part)))?.name ?? '';
};

const classIn = (classes: NonNullable<CompiledRead['classes']>, text: string): Members => {
  const { name, confidence, signs, rivals } = recognise(classes, text);
  const { facts, number } = classes.find((each) => each.name === name) ?? { facts: {}, number: undefined };
  const stated = number && statedNumber(new RegExp(number.pattern), number.percent, text);
  return {
    class: name ?? '',
    confidence: BigInt(Math.round(confidence * 100)),
    signs,
    rivals,
    stated: stated !== undefined,
    ...(stated !== undefined && { number: BigInt(stated) }),
    ...Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, valueOf(value)])),
  };
};

/** Returns the type of a fact as cells read it. */
export const typeOfFact = (fact: Fact): string =>
  Array.isArray(fact)
    ? 'list<string>'
    : typeof fact === 'number'
      ? 'int'
      : typeof fact === 'boolean'
        ? 'bool'
        : 'string';

const valueOf = (fact: Fact): Nested => (typeof fact === 'number' ? BigInt(fact) : fact);

/** Types of what a document reads. */
export const readTypes = ({ reads = {} }: Pick<TeamVertical, 'reads'>): FieldTypes =>
  Object.fromEntries(
    Object.entries(reads).map(([name, { forms, phrases = {}, classes }]) => [
      name,
      {
        given: 'bool',
        ...(forms && { form: 'string' }),
        ...Object.fromEntries(Object.keys(phrases).map((phrase) => [phrase, 'bool'])),
        ...(classes && {
          class: 'string',
          confidence: 'int',
          signs: 'list<string>',
          rivals: 'list<string>',
          stated: 'bool',
          number: 'int',
          ...Object.fromEntries(
            Object.entries(classes[0]!.facts).map(([fact, value]) => [fact, typeOfFact(value)]),
          ),
        }),
      },
    ]),
  );
