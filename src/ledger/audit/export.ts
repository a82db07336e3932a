import type pg from 'pg';
import { checkpointOfSize, latestCheckpoint } from '../checkpoints.ts';
import { EXPORT_FORMAT, type Base, type EndLine, type ExportLine, type HeaderLine } from './export-line.ts';
import { readExtent, type Extent } from './extent.ts';
import { readRows } from './rows.ts';
import { NothingToExportError, type Selection } from './selection.ts';
import { inclusionOf, peaksOf } from './tree-proofs.ts';

type Pool = Pick<pg.Pool, 'query'>;

export interface ExportRequest {
  readonly teamId: string;
  readonly selection: Selection;
  /** Size of the checkpoint to prove rows against; defaults to the latest checkpoint. */
  readonly under?: number | undefined;
}

/**
 * Yields an export line by line. Reads rows in batches, so that it needs little memory and no long-lived snapshot. The extent is
 * fixed at the start, so rows appended later are not included.
 * @throws NothingToExportError when the selection matches nothing; any database error
 */
export const exportLines = async function* (
  pool: Pool,
  { teamId, selection, under }: ExportRequest,
): AsyncGenerator<ExportLine, void, undefined> {
  // Reads the checkpoint before the end of the chain. The chain is then at least as long as the checkpoint, unless it was
  // truncated.
  const size = selection.kind === 'segment' ? selection.last : under;
  const own =
    size === undefined ? await latestCheckpoint(pool, teamId) : await checkpointOfSize(pool, teamId, size);
  if (own === undefined && size !== undefined)
    throw new NothingToExportError(`There is no checkpoint over ${size} rows.`);
  const extent = await readExtent(pool, teamId, selection);
  yield {
    format: EXPORT_FORMAT,
    v: 1,
    team_id: teamId,
    scope: selection.kind,
    after: extent.after,
    base: await baseOf(pool, teamId, extent),
    checkpoint: own?.note ?? null,
    head: extent.head,
  } satisfies HeaderLine;
  const isProven = (seq: number): boolean => {
    if (own === undefined || seq < 1 || seq > own.size) return false;
    return (
      selection.kind === 'ref' || (selection.kind === 'range' && seq === Math.min(extent.last, own.size))
    );
  };
  let rows = 0;
  for await (const row of readRows(pool, teamId, extent)) {
    rows += 1;
    const inclusion =
      own !== undefined && isProven(row.seq)
        ? await inclusionOf(pool, teamId, { seq: row.seq, size: own.size })
        : undefined;
    yield inclusion === undefined ? row : { ...row, inclusion };
  }
  yield { end: true, rows } satisfies EndLine;
};

/**
 * Returns the base of a chain whose earlier rows were moved to sealed segments. Returns null if there are no such rows, or if no
 * signed checkpoint vouches for them; verification then reports them as missing.
 */
const baseOf = async (pool: Pool, teamId: string, { sealed }: Extent): Promise<Base | null> => {
  if (sealed === null) return null;
  const { seq: size } = sealed;
  const signed = await checkpointOfSize(pool, teamId, size);
  const peaks = await peaksOf(pool, teamId, size);
  const inclusion = await inclusionOf(pool, teamId, { seq: size, size });
  if (signed === undefined || peaks === undefined || inclusion === undefined) return null;
  return { peaks, inclusion, checkpoint: signed.note };
};
