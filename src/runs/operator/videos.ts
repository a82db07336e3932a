import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '../../contract/actor.ts';
import type { OperatorVideoBody } from '../../contract/operator-video.ts';
import type { KeyRing } from '../../store/crypto/key-ring.ts';
import type { Database } from '../../store/db/schema.ts';
import { openBlob, sealBlob } from '../../store/vault/blobs.ts';
import { hasValue } from '../../store/vault/vault.ts';
import type { OperatorRunRef } from './runs.ts';
import type { OperatorVideoInput } from './workflow.ts';

/** Returns the ref under which a run's video is sealed. It is erased with the run. */
const videoRef = (runId: string): string => `${runId}/video`;

const rowOf = async (db: Kysely<Database>, { teamId, runId }: OperatorRunRef) =>
  db
    .selectFrom('operator_videos')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .executeTakeFirst();

/** Returns a run's video; undefined if nobody has asked for one. */
export const findVideo = async (
  db: Kysely<Database>,
  ref: OperatorRunRef,
): Promise<OperatorVideoBody | undefined> => {
  const row = await rowOf(db, ref);
  if (row === undefined) return undefined;
  const place = { teamId: ref.teamId, ref: videoRef(ref.runId) };
  const isErased = row.status === 'ready' && !(await hasValue(db, place));
  return {
    run_id: row.run_id,
    status: isErased ? 'erased' : row.status,
    sha256: row.sha256,
    size: row.size,
    length_ms: row.length_ms,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
};

/** Returns a video's bytes. @throws SealedValueGoneError if it was erased */
export const readVideo = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, runId }: OperatorRunRef,
): Promise<Buffer> => openBlob(db, ring, { teamId, ref: videoRef(runId) });

/**
 * Stores the wish for a video of a run, whose row the caller has locked.
 * @returns the workflow's input; undefined if the video exists or is being made
 */
export const askForVideo = async (
  tx: Transaction<Database>,
  { teamId, runId }: OperatorRunRef,
  askedBy: Actor,
): Promise<OperatorVideoInput | undefined> => {
  const before = await rowOf(tx, { teamId, runId });
  if (before !== undefined && before.status !== 'failed') return undefined;
  const attempt = (before?.attempt ?? 0) + 1;
  const input: OperatorVideoInput = {
    workflow_id: `${runId}-video-${attempt}`,
    run_id: runId,
    team_id: teamId,
    attempt,
    asked_by: askedBy,
  };
  const fresh = {
    attempt,
    status: 'making',
    input: JSON.stringify(input),
    started_at: null,
    created_at: new Date(),
    finished_at: null,
  } as const;
  await tx
    .insertInto('operator_videos')
    .values({ run_id: runId, team_id: teamId, ...fresh })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet(fresh))
    .execute();
  return input;
};

export const markVideoStarted = async (db: Kysely<Database>, runId: string): Promise<void> => {
  await db
    .updateTable('operator_videos')
    .set({ started_at: sql<Date>`coalesce(started_at, now())` })
    .where('run_id', '=', runId)
    .execute();
};

export interface MadeVideo {
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly lengthMs: number;
}

/** Ends an attempt, with a video or without one. @returns false if it had already ended */
export const endAttempt = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { team_id: teamId, run_id: runId, attempt }: OperatorVideoInput,
  made: MadeVideo | undefined,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('operator_videos')
    .set({
      status: made === undefined ? 'failed' : 'ready',
      finished_at: sql<Date>`now()`,
      ...(made && { sha256: made.sha256, size: made.bytes.length, length_ms: made.lengthMs }),
    })
    .where('team_id', '=', teamId)
    .where('run_id', '=', runId)
    .where('attempt', '=', attempt)
    .where('status', '=', 'making')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  if (made !== undefined) await sealBlob(tx, ring, { teamId, ref: videoRef(runId), bytes: made.bytes });
  return true;
};

/** Returns videos that have been in the making for at least `olderThanMs`, oldest first. */
export const unfinishedVideos = async (db: Kysely<Database>, olderThanMs: number) =>
  db
    .selectFrom('operator_videos')
    .select(['input', 'started_at'])
    .where('status', '=', 'making')
    .where('created_at', '<', sql<Date>`now() - ${olderThanMs} * interval '1 millisecond'`)
    .orderBy('created_at')
    .limit(100)
    .execute();
