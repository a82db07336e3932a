import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ProvisionError } from '../../provision/problem.ts';
import { parsedExactly } from '../../provision/exact-json.ts';

/** Maximum number of cases in a data set. */
const MAX_CASES = 10_000;

const codes = z.array(z.string().min(1)).default([]);
const recordsOf = z.record(z.string().min(1), z.record(z.string(), z.unknown()));

/** Kinds of records that a case can bring along. */
export const recordKinds = ['policies', 'hospitals', 'accounts', 'callers'] as const;

const lineSchema = z
  .strictObject({
    id: z.string().min(1).max(100),
    vertical: z.string().min(1),
    case: z.record(z.string(), z.unknown()).optional(),
    case_of: z.string().optional(),
    records: z.partialRecord(z.enum(recordKinds), recordsOf).default({}),
    expect: z.strictObject({
      decision: z.union([z.string(), z.array(z.string()).min(1)]),
      reasons: codes,
      forbidden_reasons: codes,
      approved: z.string().optional(),
      forbidden: codes,
    }),
    note: z.string().optional(),
  })
  .refine((line) => line.case === undefined || line.case_of === undefined, {
    path: ['case_of'],
    message: 'expected no `case` beside it',
  });

/** One case of a data set, with its expected result. docs/evals.md describes the members. */
export type EvalCase = z.output<typeof lineSchema>;

export interface DataSet {
  readonly cases: readonly EvalCase[];
  /** SHA-256 of the file, so that reports of different data sets are not compared by mistake. */
  readonly sha256: string;
}

/**
 * Reads a data set: one JSON object per line.
 * @param file its name, for messages
 * @throws ProvisionError that names the first line with a fault
 */
export const dataSetIn = (text: string, file: string): DataSet => {
  const cases = text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [caseIn(line, index + 1)]));
  if (cases.length === 0 || cases.length > MAX_CASES)
    throw new ProvisionError(
      `${file} has ${cases.length} cases.`,
      `Write 1 to ${MAX_CASES} cases, one JSON object a line (docs/evals.md).`,
    );
  const twice = cases.find(({ id }, index) => cases.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined)
    throw new ProvisionError(`Two cases have the id ${twice.id}.`, 'Give each case an id of its own.');
  return { cases, sha256: createHash('sha256').update(text).digest('hex') };
};

const caseIn = (line: string, number: number): EvalCase => {
  const parsed = lineSchema.safeParse(jsonIn(line, number));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the line'}: ${message}`,
  );
  throw new ProvisionError(`Line ${number} is not a case of a data set.`, `Correct: ${faults.join('; ')}`);
};

const jsonIn = (line: string, number: number): unknown => {
  try {
    return parsedExactly(line, `Line ${number}`);
  } catch (error) {
    if (error instanceof ProvisionError) throw error;
    return undefined;
  }
};
