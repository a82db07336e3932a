import type { ASTNode } from '@marcbachmann/cel-js';
import { CALLABLE, MACROS, MAX_INT } from './functions.ts';

/** Limits of one cell. With lists of at most 1,000 elements they bound its cost to about 100,000 operations. */
export const LIMITS = {
  maxAstNodes: 200,
  maxDepth: 24,
  maxListElements: 200,
  maxMapEntries: 1,
  maxCallArguments: 6,
};

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value;

export const nodesIn = (args: unknown): readonly ASTNode[] =>
  isNode(args) ? [args] : Array.isArray(args) ? args.flatMap(nodesIn) : [];

/**
 * Describes why a cell is too costly or calls a forbidden function; undefined if it may run.
 * @param callable names of the functions that it may call
 */
export const costFault = (
  node: ASTNode,
  callable: ReadonlySet<string> = CALLABLE,
  insideMacro = false,
): string | undefined => {
  if (node.op === 'map') return 'maps are not allowed';
  if (node.op === 'value' && typeof node.args === 'bigint' && node.args > MAX_INT)
    return 'a whole number needs more than 64 bits';
  if (node.op === 'in' && insideMacro && node.args[1].op !== 'list')
    return 'in with a list inside a macro is not allowed';
  if (node.op === 'rcall' && MACROS.has(node.args[0])) {
    if (insideMacro) return `${node.args[0]} inside another macro is not allowed`;
    return costFault(node.args[1], callable) ?? firstFault(node.args[2], callable, true);
  }
  if (node.op === 'call' || node.op === 'rcall') {
    const [called] = node.args;
    if (!callable.has(called)) return `the function ${called} is not allowed`;
    if (called === 'join' && insideMacro) return 'join inside a macro is not allowed';
  }
  return firstFault(nodesIn(node.args), callable, insideMacro);
};

const firstFault = (
  nodes: readonly ASTNode[],
  callable: ReadonlySet<string>,
  insideMacro: boolean,
): string | undefined => {
  for (const node of nodes) {
    const fault = costFault(node, callable, insideMacro);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** Number of elements of the longest list that a cell can read. */
export const MAX_LIST = 1_000;

/**
 * Returns the maximum number of operations of a cell: its parts, with those inside a macro counted once for
 * each element of the longest list. A search in a list or a text also counts as one for each element.
 */
export const costOf = (node: ASTNode, times = 1): number => {
  const isMacro = node.op === 'rcall' && MACROS.has(node.args[0]);
  const looksThrough = node.op === 'in' || ((node.op === 'rcall' || node.op === 'call') && !isMacro);
  const own = times * (looksThrough ? 10 : 1);
  if (!isMacro) return nodesIn(node.args).reduce((sum, part) => sum + costOf(part, times), own);
  const parts = node.args[2].reduce((sum, part) => sum + costOf(part, times * MAX_LIST), own);
  return parts + costOf(node.args[1], times);
};

/** Returns the names of variables that a cell reads, including those that its macros introduce. */
export const namesIn = (node: ASTNode): ReadonlySet<string> => {
  const names = new Set<string>();
  const pending: ASTNode[] = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.op === 'id') names.add(next.args);
    pending.push(...nodesIn(next.args));
  }
  return names;
};
