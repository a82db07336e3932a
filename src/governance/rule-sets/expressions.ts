import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import type { RuleInputType, RuleSet } from '../../contract/rule-set.ts';
import type { Unknown } from '../adjudication/context.ts';
import { costFault, LIMITS, MAX_LIST, namesIn } from './cost.ts';
import { FUNCTIONS, MAX_INT } from './functions.ts';

/** A value that a cell can read. */
export type Value = bigint | boolean | string | readonly string[];
export type Values = Readonly<Record<string, Value>>;
export type CellType = 'bool' | 'int' | 'string';

/** A checked cell. Evaluating it never throws. */
export interface Cell {
  (values: Values): Value | Unknown;
  readonly ast: ASTNode;
}

export const isUnknown = (value: Value | Unknown): value is Unknown =>
  typeof value === 'object' && 'unknown' in value;

/** Maximum length of a text that a cell reads. */
const MAX_TEXT = 10_000;

/** Returns whether a cell can read a value: an integer of 64 bits, or a text or list that is not too long. */
export const isReadable = (value: Value): boolean =>
  typeof value === 'bigint'
    ? value <= MAX_INT && value >= -MAX_INT - 1n
    : typeof value === 'object'
      ? value.length <= MAX_LIST && value.every((text) => text.length <= MAX_TEXT)
      : typeof value !== 'string' || value.length <= MAX_TEXT;

/** Compiles the cells of one rule set, all over the same inputs, params and lists. */
export class Expressions {
  readonly #environment: Environment;
  readonly #types: ReadonlyMap<string, RuleInputType>;
  readonly #cells = new Map<string, Cell | string>();

  constructor(types: ReadonlyMap<string, RuleInputType>) {
    this.#types = types;
    this.#environment = new Environment({ limits: LIMITS });
    for (const [name, type] of types) this.#environment.registerVariable(name, type);
    for (const [signature, work] of Object.entries(FUNCTIONS))
      this.#environment.registerFunction(signature, work as (...args: unknown[]) => unknown);
  }

  /** Compiles a cell once. Returns the fault as text if it has the wrong type or may not run. */
  cell(text: string, type: CellType): Cell | string {
    const key = `${type} ${text}`;
    const known = this.#cells.get(key);
    if (known !== undefined) return known;
    const made = this.#compile(text, type);
    this.#cells.set(key, made);
    return made;
  }

  #compile(text: string, type: CellType): Cell | string {
    try {
      const parsed = this.#environment.parse(text);
      const cost = costFault(parsed.ast);
      if (cost !== undefined) return cost;
      const { valid, type: found, error } = parsed.check();
      if (!valid) return firstLine(error);
      if (found !== type) return `expected ${type}, the cell is ${found}`;
      const read = [...namesIn(parsed.ast)].filter((name) => this.#types.has(name));
      const evaluate = (values: Values): Value | Unknown => {
        try {
          return parsed(values) as Value;
        } catch (error) {
          const missing = read.filter((name) => !Object.hasOwn(values, name)).toSorted();
          return {
            unknown: missing.length === 0 ? firstLine(error) : `${missing.join(' and ')} not stated`,
          };
        }
      };
      return Object.assign(evaluate, { ast: parsed.ast });
    } catch (error) {
      return firstLine(error);
    }
  }
}

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);

/** Returns the type of each name that cells may read. */
export const typesOf = ({ inputs, params, lists }: RuleSet): ReadonlyMap<string, RuleInputType> =>
  new Map<string, RuleInputType>([
    ...Object.entries(inputs).map(
      ([name, input]) => [name, typeof input === 'string' ? input : input.type] as const,
    ),
    ...Object.entries(params).map(([name, value]) => [name, typeOfParam(value)] as const),
    ...Object.keys(lists).map((name) => [name, 'list<string>'] as const),
  ]);

const typeOfParam = (value: number | boolean | string): RuleInputType =>
  typeof value === 'number' ? 'int' : typeof value === 'boolean' ? 'bool' : 'string';
