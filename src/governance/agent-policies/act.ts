/** An act as rules in Cedar see it. */
import type { CedarValueJson, Context } from '@cedar-policy/cedar-wasm/nodejs';
import type { SessionFacts } from '../../contract/agent-policy.ts';

export interface Act {
  readonly agent: string;
  readonly action: string;
  readonly resource: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Earlier events in the session. */
  readonly session: SessionFacts;
}

/** Returns the context in which rules read an act. `approved` says whether a person has approved this act. */
export const contextOf = ({ input, session }: Act, approved: boolean): Context => ({
  input: inputAsRead(input),
  session: {
    allowed: [...session.allowed],
    denied: [...session.denied],
    reported: [...session.reported],
    approved: [...session.approved],
  },
  approved,
});

/**
 * Returns an input as rules read it. Members without a value are left out, because Cedar has none. Names that
 * begin with `__` would name entities and functions, so agents may not use them.
 */
export const inputAsRead = (given: Readonly<Record<string, unknown>>): Record<string, CedarValueJson> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === null || value === undefined || name.startsWith('__') ? [] : [[name, valueOf(value)]],
    ),
  );

const valueOf = (value: unknown): CedarValueJson => {
  if (typeof value === 'number') return numberOf(value);
  if (Array.isArray(value))
    return value.filter((each) => each !== null && each !== undefined).map((each) => valueOf(each));
  if (typeof value === 'object') return inputAsRead(value as Readonly<Record<string, unknown>>);
  return value as string | boolean;
};

/** A fraction of up to four digits is a decimal. Cedar has no other fractions, so those stay texts. */
const numberOf = (value: number): CedarValueJson => {
  if (Number.isSafeInteger(value)) return value;
  const text = String(value);
  if (!/^-?\d{1,12}\.\d{1,4}$/.test(text)) return text;
  return { __extn: { fn: 'decimal', arg: text } };
};
