import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** A call's place in its run. */
export interface CallPlace {
  readonly teamId: string;
  readonly ledgerRef: string;
  readonly turn: number;
  /** Counts from 1. */
  readonly call: number;
}

export interface NewAskedCall extends CallPlace {
  readonly reviewId: string;
  readonly runId: string;
  readonly tool: string;
  /** JSON Schema of the tool's arguments. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export type AskedCall = Selectable<Database['asked_calls']>;

/** Returns the ref under which arguments that a person changed are sealed. They are erased with the run's case. */
export const changedArgumentsRef = ({ ledgerRef, turn, call }: Omit<CallPlace, 'teamId'>): string =>
  `${ledgerRef}/ask/${turn}/${call}`;

export const insertAskedCall = async (tx: Transaction<Database>, asked: NewAskedCall): Promise<void> => {
  await tx
    .insertInto('asked_calls')
    .values({
      review_id: asked.reviewId,
      team_id: asked.teamId,
      run_id: asked.runId,
      ledger_ref: asked.ledgerRef,
      turn: asked.turn,
      call: asked.call,
      tool: asked.tool,
      schema: JSON.stringify(asked.schema),
    })
    .execute();
};

/** Locks a call's place until the transaction ends, so that two attempts do not ask about it twice. */
export const lockCallPlace = async (tx: Transaction<Database>, place: CallPlace): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${changedArgumentsRef(place)}, 0))`.execute(tx);
};

/** @returns undefined if nobody was asked about the call */
export const findAskedCall = async (
  db: Kysely<Database>,
  { teamId, ledgerRef, turn, call }: CallPlace,
): Promise<AskedCall | undefined> =>
  db
    .selectFrom('asked_calls')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef)
    .where('turn', '=', turn)
    .where('call', '=', call)
    .executeTakeFirst();

export const findCallOfReview = async (
  db: Kysely<Database>,
  reviewId: string,
): Promise<AskedCall | undefined> =>
  db.selectFrom('asked_calls').selectAll().where('review_id', '=', reviewId).executeTakeFirst();

/** Returns whether the call belongs to an agent task or an analysis, whose id is its ledger_ref. */
export const isAgentCall = ({ run_id, ledger_ref }: AskedCall): boolean => run_id === ledger_ref;

/** Stores the answer. The first one stays. */
export const answerAskedCall = async (
  tx: Transaction<Database>,
  reviewId: string,
  approved: boolean,
): Promise<void> => {
  await tx
    .updateTable('asked_calls')
    .set({ approved })
    .where('review_id', '=', reviewId)
    .where('approved', 'is', null)
    .execute();
};

export const markHeard = async (tx: Transaction<Database>, reviewId: string): Promise<void> => {
  await tx
    .updateTable('asked_calls')
    .set({ heard_at: sql<Date>`clock_timestamp()` })
    .where('review_id', '=', reviewId)
    .execute();
};

/** Returns the run's reviews of calls that still wait for an answer. */
export const openCallsOf = async (
  tx: Transaction<Database>,
  { teamId, runId }: { readonly teamId: string; readonly runId: string },
): Promise<readonly AskedCall[]> =>
  tx
    .selectFrom('asked_calls as a')
    .innerJoin('reviews as r', 'r.id', 'a.review_id')
    .selectAll('a')
    .where('a.team_id', '=', teamId)
    .where('a.run_id', '=', runId)
    .where('a.heard_at', 'is', null)
    .execute();
