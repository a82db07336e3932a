import type { MemberShape, ObjectShape } from '../../../../src/contract/team-vertical-shape.ts';
import { type Attached, documentsIn } from './fields.ts';

/** A case as it is being filled in: texts, by member. */
export type Filled = Readonly<Record<string, string>>;

/** Returns whether a member is written as JSON, because it has parts. */
export const isJson = ({ type }: MemberShape): boolean => type === 'array' || type === 'object';

/** The sample of a document, as texts. */
export const filledFrom = (sample: Readonly<Record<string, unknown>>): Filled =>
  Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    ]),
  );

/** Returns a member's value; undefined if it is left out, null if the text cannot be its value. */
const valueOf = (shape: MemberShape, text: string): unknown => {
  const written = text.trim();
  if (written === '') return undefined;
  if (shape.type === 'string') return text;
  try {
    const value: unknown = JSON.parse(written);
    const fits = shape.type === 'array' ? Array.isArray(value) : typeof value === TYPES[shape.type];
    return fits && value !== null ? value : null;
  } catch {
    return null;
  }
};

const TYPES = { integer: 'number', boolean: 'boolean', object: 'object' } as const;

/** Returns the case that was filled in, and the members whose texts cannot be read. */
export const caseFrom = (
  { properties }: Pick<ObjectShape, 'properties'>,
  filled: Filled,
  attached: readonly Attached[],
): { readonly case: Readonly<Record<string, unknown>>; readonly wrong: readonly string[] } => {
  const values = Object.entries(properties).map(
    ([name, shape]) => [name, valueOf(shape, filled[name] ?? '')] as const,
  );
  return {
    case: {
      ...Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null)),
      ...documentsIn(attached),
    },
    wrong: values.filter(([, value]) => value === null).map(([name]) => name),
  };
};
