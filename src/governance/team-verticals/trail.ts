import type { Cell } from '../rule-sets/expressions.ts';
import type { CompiledStep } from './compile.ts';
import { type Detail, evaluated } from './done.ts';
import { shownCell } from './row.ts';
import type { Scope } from './values.ts';

/** Maximum number of entries, because a row may show them. */
const MOST = 100;

/** Returns what a ticket keeps of the steps. A list that is not known has no entries. */
export const trailOf = ({ trail }: Pick<CompiledStep, 'trail'>, scope: Scope): readonly Detail[] =>
  trail
    .flatMap(({ each, members }) => {
      const shown = membersOf(members, scope);
      if (each === undefined) return [shown];
      const list = evaluated(each.list, scope);
      return Array.isArray(list) ? list.map((text) => ({ ...shown, [each.name]: text as string })) : [];
    })
    .slice(0, MOST);

const membersOf = (members: Readonly<Record<string, Cell | number>>, scope: Scope): Detail =>
  Object.fromEntries(
    Object.entries(members).map(([name, cell]) => [
      name,
      typeof cell === 'number' ? cell : shownCell(cell, scope),
    ]),
  );
