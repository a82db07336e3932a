import { time as timeSchema } from '../contract/common.ts';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ExportLine } from '../ledger/audit/export-line.ts';
import { recordExport } from '../ledger/audit/record-export.ts';
import { exportLines } from '../ledger/audit/export.ts';
import { NothingToExportError, type Selection } from '../ledger/audit/selection.ts';
import { exportText, type ExportFormat } from '../ledger/audit/stream.ts';
import { ProvisionError } from '../provision/problem.ts';
import { COMMAND_LINE, requireTeam, withDatabase, type Where } from './connection.ts';
import { EXIT, type Outcome } from './outcome.ts';

export interface ExportOptions {
  readonly team: string;
  readonly out?: string;
  readonly format: string;
  readonly ref?: string;
  readonly from?: string;
  readonly to?: string;
  readonly under?: string;
}

/** Writes an export to a file or to standard output. In the latter case, nothing else is written there. */
export const exportLedger = async (where: Where, options: ExportOptions): Promise<Outcome> => {
  const { format } = options;
  if (format !== 'jsonl' && format !== 'ocsf')
    throw new ProvisionError('--format must be jsonl or ocsf.', 'Leave it out for jsonl.');
  return withDatabase(where, async ({ db, pool, ledger }) => {
    const team = await requireTeam(db, options.team);
    const under = readSize(options.under);
    const selection = selectionOf(options);
    const record = async (): Promise<void> =>
      recordExport(
        ledger,
        { teamId: team.id, actor: COMMAND_LINE },
        { ...options, format, under, scope: selection.kind },
        () => process.stderr.write(`${NOT_RECORDED}\n`),
      );
    const lines = afterFirst(exportLines(pool, { teamId: team.id, selection, under }), record);
    const text = exportText(lines, { format: format satisfies ExportFormat, teamId: team.id });
    try {
      if (options.out === undefined) {
        await pipeline(text, process.stdout, { end: false });
        return { code: EXIT.ok, json: {}, text: '' };
      }
      await pipeline(text, createWriteStream(options.out, { mode: 0o600 }));
    } catch (error) {
      if (error instanceof NothingToExportError)
        throw new ProvisionError(error.message, 'Leave --under out for the latest.');
      throw error;
    }
    return { code: EXIT.ok, json: { team, file: options.out }, text: `Written to ${options.out}.` };
  });
};

const NOT_RECORDED = 'The chain does not accept rows, so this export is not recorded in it.';

/** Yields lines, and does something once the first is known to exist. */
const afterFirst = async function* (
  lines: AsyncIterable<ExportLine>,
  work: () => Promise<void>,
): AsyncGenerator<ExportLine, void, undefined> {
  let isFirst = true;
  for await (const line of lines) {
    if (isFirst) await work();
    isFirst = false;
    yield line;
  }
};

/** @throws ProvisionError when the options cannot be combined */
const selectionOf = ({ ref, from, to }: ExportOptions): Selection => {
  const times = [from, to].filter((time) => time !== undefined);
  if (ref !== undefined && times.length > 0)
    throw new ProvisionError('--ref cannot be combined with --from or --to.', 'Use either --ref or a time.');
  if (ref !== undefined) return { kind: 'ref', ref };
  return times.length === 0 ? { kind: 'chain' } : { kind: 'range', from: readTime(from), to: readTime(to) };
};

/** Returns a time in a form that the database can read, completing a shorter form such as a day. */
const readTime = (text: string | undefined): string | undefined => {
  if (text === undefined || timeSchema.safeParse(text).success) return text;
  const at = Date.parse(text);
  const whole = Number.isNaN(at) ? '' : new Date(at).toISOString();
  if (/^\d{4}-\d\d-\d\dT/.test(text) || !timeSchema.safeParse(whole).success)
    throw new ProvisionError('A time cannot be read.', 'Write it as 2026-04-01T00:00:00+05:30.');
  return whole;
};

/** Reads the size of a checkpoint. */
const readSize = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new ProvisionError('--under is not the size of a checkpoint.', 'Leave it out for the latest.');
};
