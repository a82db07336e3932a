import type { ASTNode } from '@marcbachmann/cel-js';
import type { RuleInputType } from '../../contract/rule-set.ts';
import type { Value, Values } from './expressions.ts';

/**
 * The values with which a cell compares each input: enough to try every case that the cell can tell apart, if
 * the cell is simple.
 */
export interface Compared {
  /** Whether every input is only compared with constants, or used as a boolean. */
  readonly simple: boolean;
  readonly values: ReadonlyMap<string, readonly Value[]>;
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Collects the values with which a cell compares its inputs. */
export const comparedIn = (
  node: ASTNode,
  constants: Values,
  types: ReadonlyMap<string, RuleInputType>,
): Compared => {
  const values = new Map<string, Value[]>();
  const add = (name: string, ...more: readonly Value[]) => {
    values.set(name, [...(values.get(name) ?? []), ...more]);
  };
  const simple = collect(node, constants, types, add);
  return { simple, values };
};

type Add = (name: string, ...values: readonly Value[]) => void;

const collect = (
  node: ASTNode,
  constants: Values,
  types: ReadonlyMap<string, RuleInputType>,
  add: Add,
): boolean => {
  const inputOf = (part: ASTNode): string | undefined =>
    part.op === 'id' && types.has(part.args) && !Object.hasOwn(constants, part.args) ? part.args : undefined;
  if (node.op === 'id') {
    const input = inputOf(node);
    if (input !== undefined) add(input);
    return input !== undefined || Object.hasOwn(constants, node.args);
  }
  if (node.op === 'value') return true;
  if (node.op === '!_') return collect(node.args, constants, types, add);
  if (node.op === '&&' || node.op === '||') {
    const [left, right] = node.args.map((part) => collect(part, constants, types, add));
    return left === true && right === true;
  }
  if (!COMPARISONS.has(node.op) && node.op !== 'in') return false;
  const [left, right] = node.args as [ASTNode, ASTNode];
  const input = inputOf(left) ?? (node.op === 'in' ? undefined : inputOf(right));
  const constant = constantOf(inputOf(left) === undefined ? left : right, constants);
  if (input === undefined)
    return constantOf(left, constants) !== undefined && constantOf(right, constants) !== undefined;
  if (constant === undefined) return false;
  add(input, ...(Array.isArray(constant) ? (constant as readonly Value[]) : [constant as Value]));
  return true;
};

const constantOf = (node: ASTNode, constants: Values): Value | readonly Value[] | undefined => {
  if (node.op === 'value') return node.args as Value;
  if (node.op === 'id') return Object.hasOwn(constants, node.args) ? constants[node.args] : undefined;
  if (node.op === '-_') {
    const inner = constantOf(node.args, constants);
    return typeof inner === 'bigint' ? -inner : undefined;
  }
  if (node.op !== 'list') return undefined;
  const parts = node.args.map((part) => constantOf(part, constants));
  return parts.every((part) => part !== undefined && !Array.isArray(part)) ? (parts as Value[]) : undefined;
};

/** A text that no rule set compares an input with. */
const OTHER = '\u0001';

/** Returns values of an input such that each comparison with a constant comes out in every way. */
export const samplesOf = (type: RuleInputType, compared: readonly Value[]): readonly Value[] => {
  if (type === 'bool') return [true, false];
  if (type === 'list<string>') return [[], [OTHER]];
  if (type === 'string')
    return [...new Set([OTHER, ...compared.filter((value) => typeof value === 'string')])];
  const numbers = compared.filter((value) => typeof value === 'bigint');
  return [...new Set([0n, ...numbers.flatMap((number) => [number - 1n, number, number + 1n])])];
};

/** Returns every combination of the samples, or undefined if there are more than `most`. */
export const combinations = (
  samples: ReadonlyMap<string, readonly Value[]>,
  most: number,
): readonly Values[] | undefined => {
  let all: Record<string, Value>[] = [{}];
  for (const [name, values] of samples) {
    if (all.length * values.length > most) return undefined;
    all = all.flatMap((each) => values.map((value) => ({ ...each, [name]: value })));
  }
  return all;
};
