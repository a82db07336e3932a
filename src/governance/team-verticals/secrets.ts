import type { RuleSetFault } from '../rule-sets/compile.ts';
import { nodesIn } from '../rule-sets/cost.ts';
import type { Cell } from '../rule-sets/expressions.ts';
import { pathsIn } from './cells.ts';
import type { CompiledVertical } from './compile.ts';
import { faultOf } from './flow.ts';
import { cellsInRow, cellsOf } from './origins.ts';

/** Finds cells that read secret members of the case, besides the code of `verify_code`, and live runs, in which a model reads the case. */
export const secretFaults = ({ document, steps }: CompiledVertical): readonly RuleSetFault[] => {
  const secrets = Object.entries(document.case.properties).flatMap(([name, shape]) =>
    'secret' in shape && shape.secret === true ? [name] : [],
  );
  if (secrets.length === 0) return [];
  const paths = new Set(secrets.map((name) => `case.${name}`));
  const isShown = ({ ast }: Cell): boolean => pathsIn(ast).some((path) => paths.has(path)) || readsWhole(ast);
  const read = Object.entries(document.reads ?? {}).filter(([, { of }]) =>
    of.some((name) => secrets.includes(name)),
  );
  return [
    ...(document.live === undefined
      ? []
      : [{ at: 'live', fault: 'a case with secret members has no live runs' }]),
    ...read.map(([name]) => ({ at: `reads.${name}`, fault: 'reads a secret member' })),
    ...steps.flatMap((each) => {
      const { code: _code, ...others } = each.cells;
      const allowed = each.step.do === 'verify_code' ? { ...each, cells: others } : each;
      const cells = [...cellsOf(allowed), ...cellsInRow(allowed)];
      return cells.some((cell) => cell !== undefined && isShown(cell))
        ? [faultOf(each.step, 'reads a secret member, which only the code of verify_code may')]
        : [];
    }),
  ];
};

/** Returns whether a cell has the case itself as a value, with all of its members. */
const readsWhole = (node: Cell['ast'], inMember = false): boolean => {
  if (node.op === 'id') return node.args === 'case' && !inMember;
  if (node.op === '.') return readsWhole(node.args[0], true);
  return nodesIn(node.args).some((part) => readsWhole(part));
};
