import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { isIfsc } from '../identifiers/ifsc.ts';
import { gstinCheckCharacter, gstinShape, panOfGstin } from '../identifiers/gstin.ts';
import { isPan } from '../identifiers/pan.ts';
import { plainText } from '../text/plain.ts';
import { costFault, LIMITS, MAX_LIST, nodesIn } from '../rule-sets/cost.ts';
import type { Cell } from '../rule-sets/expressions.ts';
import { CALLABLE, FUNCTIONS } from '../rule-sets/functions.ts';
import { type FieldTypes, isListOfRows } from './shape.ts';
import type { Scope } from './values.ts';
import { WORD_FUNCTIONS } from './words.ts';

/** Returns whether a GSTIN has one of the published forms and its check character. */
const isGstin = (text: string): boolean => {
  const gstin = text.trim().toUpperCase();
  return gstinShape(gstin) && gstinCheckCharacter(gstin) === gstin[14];
};

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, each) => total + each, 0n);

/** Returns the texts that are not among others, in linear time. */
const without = (texts: readonly string[], others: readonly string[]): readonly string[] => {
  const known = new Set(others);
  return [...new Set(texts)].filter((text) => !known.has(text));
};

const totals = (names: readonly string[], numbers: readonly bigint[]): ReadonlyMap<string, bigint> => {
  if (names.length !== numbers.length) throw new RangeError('the lists differ in length');
  const found = new Map<string, bigint>();
  for (const [index, name] of names.entries()) found.set(name, (found.get(name) ?? 0n) + numbers[index]!);
  return found;
};

/** Returns the names whose numbers add up to more than their limits. A name without a limit has the limit 0. */
const exceeding = (
  names: readonly string[],
  numbers: readonly bigint[],
  limited: readonly string[],
  limits: readonly bigint[],
): readonly string[] => {
  const most = totals(limited, limits);
  return [...totals(names, numbers)].flatMap(([name, total]) =>
    total > (most.get(name) ?? 0n) ? [name] : [],
  );
};

/** Functions besides those of rule sets. */
const MORE: Readonly<Record<string, (...args: never[]) => unknown>> = {
  'isGstin(string): bool': isGstin,
  'gstState(string): string': (gstin: string) => gstin.trim().slice(0, 2),
  'panOfGstin(string): string': (gstin: string) => panOfGstin(gstin) ?? '',
  'isPan(string): bool': isPan,
  'isIfsc(string): bool': isIfsc,
  'plain(string): string': plainText,
  'sum(list<int>): int': sum,
  'without(list<string>, list<string>): list<string>': without,
  'exceeding(list<string>, list<int>, list<string>, list<int>): list<string>': exceeding,
  ...WORD_FUNCTIONS,
};

const CALLABLE_HERE: ReadonlySet<string> = new Set([
  ...CALLABLE,
  'has',
  'double',
  ...Object.keys(MORE).map((signature) => signature.slice(0, signature.indexOf('('))),
]);

/** Types that a cell of a step may have. */
export const TYPES = ['int', 'bool', 'string', 'list<string>', 'list<int>'] as const;

/** A row may also show a fraction, with which nothing is decided. */
export type StepCellType = (typeof TYPES)[number] | 'double';

/** A checked cell, and its type. */
export interface StepCell {
  readonly cell: Cell;
  readonly type: StepCellType;
}

/** Compiles the cells of one step against the values that the step can read. */
export class StepCells {
  readonly #environment = new Environment({ limits: LIMITS });
  readonly #later: ReadonlySet<string>;

  /**
   * @param scope types of the members of each name that the step can read
   * @param later ids of the steps that come after it, for the wording of a fault
   */
  constructor(scope: Readonly<Record<string, FieldTypes>>, later: ReadonlySet<string>) {
    this.#later = later;
    for (const [name, fields] of Object.entries(scope)) {
      const schema = schemaOf(this.#environment, name, fields);
      this.#environment.registerVariable({ name, schema } as never);
    }
    for (const [signature, work] of Object.entries({ ...FUNCTIONS, ...MORE }))
      this.#environment.registerFunction(signature, work as (...args: unknown[]) => unknown);
  }

  /** Compiles a cell. Returns the fault as text if it has the wrong type or may not run. */
  cell(text: string, ...types: readonly StepCellType[]): StepCell | string {
    try {
      const parsed = this.#environment.parse(text);
      const cost = costFault(parsed.ast, CALLABLE_HERE) ?? indexFault(parsed.ast);
      if (cost !== undefined) return cost;
      const { valid, type, error } = parsed.check();
      if (!valid) return this.#words(firstLine(error));
      const wanted = types.length === 0 ? TYPES : types;
      if (!wanted.some((each) => each === type))
        return `expected ${wanted.join(' or ')}, the cell is ${type}`;
      const paths = pathsIn(parsed.ast);
      const evaluate = (values: unknown): unknown => {
        try {
          const result: unknown = parsed(values as Record<string, unknown>);
          return isTooLarge(result) ? { unknown: TOO_LARGE } : result;
        } catch (thrown) {
          const missing = paths.filter((path) => !isThere(values as Scope, path));
          return { unknown: missing.length === 0 ? firstLine(thrown) : `${missing.join(' and ')} not known` };
        }
      };
      return { cell: Object.assign(evaluate, { ast: parsed.ast }) as Cell, type: type as StepCellType };
    } catch (thrown) {
      return this.#words(firstLine(thrown));
    }
  }

  #words(message: string): string {
    const name = /^Unknown variable: (\w+)/.exec(message)?.[1];
    if (name === undefined) return message.replace('No such key:', 'there is no member');
    return this.#later.has(name) ? `the step ${name} comes later` : `there is no step or value ${name}`;
  }
}

/**
 * Maximum length of a text that a cell returns, and of all texts of a list together. Without it, values could
 * double with each step.
 */
const LONGEST_TEXT = 10_000;
const LONGEST_LIST_TEXTS = 100_000;

const TOO_LARGE = 'the result is too large';

const isTooLarge = (result: unknown): boolean => {
  if (typeof result === 'string') return result.length > LONGEST_TEXT;
  if (!Array.isArray(result)) return false;
  if (result.length > MAX_LIST) return true;
  const texts = result.filter((each) => typeof each === 'string');
  return texts.reduce((total, each) => total + each.length, 0) > LONGEST_LIST_TEXTS;
};

const schemaOf = (environment: Environment, path: string, fields: FieldTypes): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, type]) => {
      if (typeof type === 'string') return [name, type];
      const inner = `${path}_${name}`;
      if (!isListOfRows(type)) return [name, schemaOf(environment, inner, type)];
      environment.registerType(`row_of_${inner}`, {
        schema: schemaOf(environment, inner, type.rows),
      } as never);
      return [name, `list<row_of_${inner}>`];
    }),
  );

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);

const indexFault = (node: ASTNode): string | undefined => {
  if (node.op === '[]' || node.op === '[?]') return 'an index is not allowed; use exists, filter or map';
  for (const inner of nodesIn(node.args)) {
    const fault = indexFault(inner);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** Returns the members of named values that a cell reads, such as `case.amount`. */
export const pathsIn = (ast: ASTNode): readonly string[] => {
  const paths = new Set<string>();
  const pending: ASTNode[] = [ast];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.op === '.') {
      const [base, field] = next.args;
      if (base.op === 'id') paths.add(`${base.args}.${field}`);
    }
    pending.push(...nodesIn(next.args));
  }
  return [...paths].toSorted();
};

const isThere = (values: Scope, path: string): boolean => {
  const [base = '', field = ''] = path.split('.');
  const members = Object.hasOwn(values, base) ? values[base] : undefined;
  // A name that a macro introduces is not a value of the scope.
  return members === undefined || Object.hasOwn(members, field);
};
