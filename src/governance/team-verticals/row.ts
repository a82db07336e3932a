/** A document's own wording of a step's ledger row. It can only show what the step left. */
import type { TeamVerticalStep } from '../../contract/team-vertical.ts';
import type { StepRow } from '../../contract/team-vertical-row.ts';
import type { Cell } from '../rule-sets/expressions.ts';
import type { Reason } from '../rules/reason.ts';
import { TYPES } from './cells.ts';
import type { Take } from './compile.ts';
import { type Detail, evaluated, isNotKnown, type StepDone } from './done.ts';
import { shownReasons } from './shown.ts';
import { type Scope, shownValue } from './values.ts';

type DetailCell = Cell | null | { readonly [name: string]: Cell | null };

export interface CompiledWords {
  readonly when: Cell | undefined;
  readonly summary: Cell;
  readonly detail: Readonly<Record<string, DetailCell>>;
  readonly shows: StepRow['words'][number]['shows'];
}

/** Compiles the wording of a step's row against the step's inputs and its result. */
export const compileWords = ({ row }: TeamVerticalStep, take: Take): readonly CompiledWords[] =>
  (row?.words ?? []).flatMap(({ when, summary, detail, shows }, index) => {
    const at = `row.words.${index}`;
    const one = (name: string, text: string | null): Cell | null | undefined =>
      text === null ? null : take(`${at}.${name}`, text, ...TYPES, 'double')?.cell;
    const said = take(`${at}.summary`, summary, 'string')?.cell;
    const cells = Object.entries(detail).flatMap(([name, given]): (readonly [string, DetailCell])[] => {
      if (given === null || typeof given === 'string') {
        const cell = one(name, given);
        return cell === undefined ? [] : [[name, cell]];
      }
      const inner = Object.entries(given).flatMap(([key, text]) => {
        const cell = one(`${name}.${key}`, text);
        return cell === undefined ? [] : [[key, cell] as const];
      });
      return [[name, Object.fromEntries(inner)]];
    });
    const condition = when === undefined ? undefined : take(`${at}.when`, when, 'bool')?.cell;
    return said === undefined
      ? []
      : [{ when: condition, summary: said, detail: Object.fromEntries(cells), shows }];
  });

/** What rows can show besides the cells of their words. */
export interface RowFacts {
  /** The step's inputs and its result. */
  readonly scope: Scope;
  /** All reasons so far. */
  readonly reasons: readonly Reason[];
  readonly pin: StepDone['pin'] | undefined;
}

/** Returns the values that cells can read after a step, including its result and the codes that it found. */
export const afterStep = (
  scope: Scope,
  id: string,
  { value, reasons }: Pick<StepDone, 'value' | 'reasons'>,
): Scope => ({
  ...scope,
  [id]: value,
  run: { ...scope['run'], codes: [...new Set(reasons.map(({ code }) => code))] },
});

/**
 * Returns a row in the words of the document; undefined if it states none, or if a value in them is unknown.
 * The row then has the words of the catalogue. The service's own part, `stays`, is in either.
 */
export const statedRow = (
  words: readonly CompiledWords[],
  { stays = {}, reasons: own, trail }: Pick<StepDone, 'stays' | 'reasons' | 'trail'>,
  { scope, reasons, pin }: RowFacts,
): Pick<StepDone, 'summary' | 'detail'> | undefined => {
  const chosen = words.find(({ when }) => when === undefined || evaluated(when, scope) === true);
  const summary = chosen && evaluated(chosen.summary, scope);
  if (chosen === undefined || typeof summary !== 'string') return undefined;
  const showsOwn = chosen.shows.includes('found');
  const showsAll = chosen.shows.includes('reasons');
  return {
    summary,
    detail: {
      ...Object.fromEntries(Object.entries(chosen.detail).map(([name, cell]) => [name, shown(cell, scope)])),
      ...(showsAll ? shownReasons(reasons) : showsOwn || own.length > 0 ? shownReasons(own) : {}),
      ...(chosen.shows.includes('trail') && trail !== undefined && { trail }),
      ...(chosen.shows.includes('decided_under') && pin !== undefined && { decided_under: { ...pin } }),
      ...stays,
    },
  };
};

/** Returns a cell's value for a row; null if it is unknown. */
const shown = (cell: DetailCell, scope: Scope): Detail[string] => {
  if (cell === null) return null;
  if (typeof cell !== 'function')
    return Object.fromEntries(Object.entries(cell).map(([name, each]) => [name, shown(each, scope)]));
  return shownCell(cell, scope);
};

/** Returns a cell's value as JSON; null if it is unknown. */
export const shownCell = (cell: Cell, scope: Scope): Detail[string] => {
  const value = evaluated(cell, scope)!;
  return isNotKnown(value) ? null : shownValue(value);
};
