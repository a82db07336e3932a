/** The words that a document states for the ledger row of a step. They can only say what the step left. */
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

/** Compiles the words of a step's row over what the step can read and what it leaves. */
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
  /** What the step could read, and what it left. */
  readonly scope: Scope;
  /** All reasons so far. */
  readonly reasons: readonly Reason[];
  readonly pin: StepDone['pin'] | undefined;
}

/** Returns what cells can read after a step: also what it left, and the codes that it found. */
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
 * Returns a row in the words of the document; undefined if it states none, or what they say is not known. The row then has the words
 * of the catalogue. What the service itself has to say, `stays`, is in either.
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

/** Returns a cell's value for a row; null if it is not known. */
const shown = (cell: DetailCell, scope: Scope): Detail[string] => {
  if (cell === null) return null;
  if (typeof cell !== 'function')
    return Object.fromEntries(Object.entries(cell).map(([name, each]) => [name, shown(each, scope)]));
  return shownCell(cell, scope);
};

/** Returns a cell's value as JSON; null if it is not known. */
export const shownCell = (cell: Cell, scope: Scope): Detail[string] => {
  const value = evaluated(cell, scope)!;
  return isNotKnown(value) ? null : shownValue(value);
};
