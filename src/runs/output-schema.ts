import { createContext, Script } from 'node:vm';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isDeeperThan } from '../governance/json-walk.ts';

/** An answer as JSON that fits its schema, or what is wrong with it, in words for the model. */
export type CheckedOutput = { readonly output: unknown } | { readonly faults: readonly string[] };

/** A fault of a schema itself. The pointer is relative to the schema. */
export interface SchemaFault {
  readonly pointer: string;
  readonly message: string;
}

/** Patterns and schemas come from callers, and some never finish; this is long enough for any useful one. */
const MOST_MS = 1_000;
const MOST_FAULTS = 10;
const SLOW = 'takes too long to read';
/** Maximum number of levels of an answer's JSON, which is more than any useful one has. */
const MOST_LEVELS = 64;
const OPTIONS: Options = { strict: false, allErrors: true, logger: false, addUsedSchema: false };
const DRAFT_7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;
const DRAFT_2020 = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/** Returns the faults of a caller's schema; none if answers can be checked with it. */
export const schemaFaults = (schema: Readonly<Record<string, unknown>>): readonly SchemaFault[] => {
  const compiled = compile(schema);
  return 'faults' in compiled ? compiled.faults : [];
};

/**
 * Checks a model's answer: JSON alone, or in a code fence, that fits the schema.
 * @throws when the schema itself has faults, because the API refuses such a schema
 */
export const checkOutput = (schema: Readonly<Record<string, unknown>>, answer: string): CheckedOutput => {
  const parsed = parse(answer);
  if ('faults' in parsed) return parsed;
  const compiled = compile(schema);
  if ('faults' in compiled) throw new Error('the stored output schema has faults');
  const { validate } = compiled;
  const fits = within(() => validate(parsed.output));
  if (fits === undefined) return { faults: ['the answer takes too long to check'] };
  return fits ? parsed : { faults: (validate.errors ?? []).slice(0, MOST_FAULTS).map(wordsOf) };
};

type Compiled = { readonly validate: ValidateFunction } | { readonly faults: readonly SchemaFault[] };

const compile = (schema: Readonly<Record<string, unknown>>): Compiled => {
  const dialect = schema['$schema'];
  const isDraft7 = typeof dialect === 'string' && DRAFT_7.test(dialect);
  if (dialect !== undefined && !isDraft7 && !(typeof dialect === 'string' && DRAFT_2020.test(dialect))) {
    return { faults: [{ pointer: '/$schema', message: 'expected the address of 2020-12 or draft-07' }] };
  }
  const checker = checkerOf(isDraft7);
  const isValid = within(() => checker.validateSchema(schema));
  if (isValid === undefined) return { faults: [fault(SLOW)] };
  if (isValid !== true) return { faults: (checker.errors ?? []).slice(0, MOST_FAULTS).map(faultOf) };
  try {
    // An Ajv instance keeps every schema that it compiles, so each schema gets its own instance.
    const ajv = dialectOf(isDraft7, { ...OPTIONS, validateSchema: false });
    const validate = within(() => ajv.compile(schema));
    return validate === undefined ? { faults: [fault(SLOW)] } : { validate };
  } catch (error) {
    // Ajv's own message quotes the schema.
    const isOutside = (error as { missingRef?: unknown }).missingRef !== undefined;
    return {
      faults: [
        fault(isOutside ? 'refers to a schema that is not in it' : 'cannot be used to check an answer'),
      ],
    };
  }
};

const dialectOf = (isDraft7: boolean, options: Options): Ajv => {
  const ajv = isDraft7 ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv);
  return ajv;
};

const checkers = new Map<boolean, Ajv>();

/**
 * Returns the compiler for schemas of a dialect. It compiles the dialect's own schema first, which can take
 * long on a busy machine.
 */
const checkerOf = (isDraft7: boolean): Ajv => {
  const known = checkers.get(isDraft7);
  if (known !== undefined) return known;
  const checker = dialectOf(isDraft7, OPTIONS);
  void checker.validateSchema({});
  checkers.set(isDraft7, checker);
  return checker;
};

const fault = (message: string): SchemaFault => ({ pointer: '', message });

const faultOf = ({ instancePath, message }: ErrorObject): SchemaFault => ({
  pointer: instancePath,
  message: message ?? 'is not valid',
});

const wordsOf = ({ instancePath, message, params }: ErrorObject): string => {
  const { additionalProperty, allowedValues, missingProperty } = params as Readonly<Record<string, unknown>>;
  const detail = additionalProperty ?? allowedValues;
  const shown = detail === undefined || missingProperty !== undefined ? '' : ` (${JSON.stringify(detail)})`;
  return `${instancePath === '' ? 'the answer' : instancePath} ${message ?? 'is not valid'}${shown}`;
};

const FENCED = /^```(?:json)?[ \t]*\n(?<json>.*)\n[ \t]*```$/su;

const parse = (answer: string): CheckedOutput => {
  const text = answer.trim();
  const inexact: string[] = [];
  // A whole number beyond 2^53 would silently become another one.
  const look = (name: string, value: unknown, { source = '' }: { source?: string } = {}): unknown => {
    if (typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value))
      inexact.push(name);
    return value;
  };
  try {
    const output = JSON.parse(FENCED.exec(text)?.groups?.['json'] ?? text, look as never) as unknown;
    if (isDeeperThan(output, MOST_LEVELS))
      return { faults: [`the answer has more than ${MOST_LEVELS} levels`] };
    if (inexact.length === 0) return { output };
    return {
      faults: inexact.slice(0, MOST_FAULTS).map((name) => `${name} has more digits than a JSON number keeps`),
    };
  } catch {
    return { faults: ['the answer is not a single JSON value'] };
  }
};

/** Runs a function, and stops it if it takes too long. @returns undefined if it was stopped */
const within = <T>(work: () => T): T | undefined => {
  try {
    return new Script('work()').runInContext(createContext({ work }), { timeout: MOST_MS }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
};
