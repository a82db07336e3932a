import type { StepOf } from '../../contract/team-vertical.ts';
import type { CompiledStep } from './compile.ts';
import { type Before, type Detail, evaluated, isNotKnown, type StepDone, unknownReason } from './done.ts';
import { namedOut, shownReasons, shownRecord } from './shown.ts';
import type { Members, Nested } from './values.ts';

/** Returns the key of a look-up, or the step's result if the key is unknown. */
export const keyOf = (compiled: CompiledStep, { scope }: Before): { readonly key: string } | StepDone => {
  const key = evaluated(compiled.key, scope)!;
  if (!isNotKnown(key)) return { key: key as string };
  const reasons = [unknownReason(compiled.step.id, key.unknown)];
  return {
    value: {},
    reasons,
    summary: 'Nothing was looked up, because its key is not known.',
    detail: { performed: false, unknown: key.unknown },
  };
};

/**
 * Returns the result of a look-up. A record that cannot be read by its fields is a reason, never a record.
 */
export const lookedUp = (
  { id, records, collection }: StepOf<'look_up'>,
  found: Members | undefined,
  { unreadable = [], more = {} }: { readonly unreadable?: readonly string[]; readonly more?: Detail } = {},
): StepDone => {
  const kind = records ?? collection ?? '';
  const reasons =
    unreadable.length === 0
      ? []
      : [{ code: 'RECORD-UNREADABLE', detail: `${id}: cannot be read: ${namedOut(unreadable).join(', ')}` }];
  return {
    value: { found: found !== undefined, ...found },
    reasons,
    summary: `${kind}: ${found === undefined ? 'no such record' : 'the record was found'}.`,
    detail: {
      records: kind,
      found: found !== undefined,
      ...(found !== undefined && shownRecord(found)),
      ...(reasons.length > 0 && shownReasons(reasons)),
      ...more,
    },
    stays: more,
  };
};

/** Returns the values of a step's named cells, or why one of them is unknown. */
export const namedValues = (
  { cells }: Pick<CompiledStep, 'cells'>,
  { scope }: Before,
): { readonly values: Members; readonly unknown: Readonly<Record<string, string>> } => {
  const values: Record<string, Nested> = {};
  const unknown: Record<string, string> = {};
  for (const [name, cell] of Object.entries(cells)) {
    const result = evaluated(cell, scope)!;
    if (isNotKnown(result)) unknown[name] = result.unknown;
    else values[name] = result;
  }
  return { values, unknown };
};

/** A record or a message to write. */
export interface ToWrite {
  readonly key?: string;
  readonly fields?: Members;
  readonly to?: string;
  readonly body?: string;
}

/** Returns what a step writes under a decision, or the step's result if it writes nothing. */
export const toWrite = (
  compiled: CompiledStep,
  { on, id, access, ticket }: StepOf<'write'>,
  decision: string,
  found: Before,
): { readonly write: ToWrite } | StepDone => {
  if (!on.includes(decision))
    return {
      value: { written: false },
      reasons: [],
      summary: `Nothing is written after the decision ${decision}.`,
      detail: { performed: false },
    };
  const { values: fields, unknown } = namedValues(compiled, found);
  const parts = (['key', 'to', 'body'] as const).flatMap((name) => {
    const value = evaluated(compiled[name], found.scope);
    // Without a recipient, an alert goes to the address on file.
    const isLeftOut = name === 'to' && access !== undefined && isNotKnown(value);
    return value === undefined || isLeftOut ? [] : [[name, value] as const];
  });
  const missing = [
    ...Object.entries(unknown).flatMap(([name, why]) =>
      ticket !== undefined && (name === 'subject' || name === 'severity') ? [] : [why],
    ),
    ...parts.flatMap(([, value]) => (isNotKnown(value) ? [value.unknown] : [])),
  ];
  if (missing.length > 0) {
    const why = namedOut([...new Set(missing)]).join('; ');
    return {
      value: { written: false },
      reasons: [unknownReason(id, why)],
      summary: 'Not written, because a part of it is not known. The case goes to a person.',
      detail: { performed: false, unknown: why },
    };
  }
  return { write: { fields, ...Object.fromEntries(parts) } };
};

export const written = (what: string, detail: Detail): StepDone => ({
  value: { written: true },
  reasons: [],
  summary: `Written: ${what}.`,
  detail: { performed: true, ...detail },
});

/**
 * Code of a reason for a record that another run or the API has written before, or for a message that the run
 * has already sent.
 */
export const WRITE_EXISTS = 'WRITE-EXISTS';

export const refusedWrite = (collection: string): StepDone => ({
  value: { written: false },
  reasons: [{ code: WRITE_EXISTS, detail: `a record of ${collection} with this key exists already` }],
  summary: `Not written: ${collection} has a record with this key. The case goes to a person.`,
  detail: { performed: false, exists: true },
});

export const refusedMessage = (kind: string): StepDone => ({
  value: { written: false },
  reasons: [{ code: WRITE_EXISTS, detail: `the run has a message (${kind}) already` }],
  summary: `Not written: the run has a message (${kind}) already. The case goes to a person.`,
  detail: { performed: false, exists: true },
});
