import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { isVerticalId, verticals } from '../../governance/verticals/index.ts';
import { CanonicalWriter, type JsonObject } from '../../ledger/canonical.ts';
import { parseBody, saidIn } from '../../ledger/entry.ts';
import type { Database } from '../../store/db/schema.ts';
import type { ReviewSubject } from '../../store/db/reviews-schema.ts';
import { findRecord } from '../../store/records/lists/read.ts';
import { resultLists } from '../../store/records/lists/results.ts';

type Tx = Transaction<Database>;

export interface Evidence {
  readonly subject: ReviewSubject;
  /** The record and the ledger rows of the case, masked. */
  readonly evidence: JsonObject;
  readonly sha256: string;
}

interface CaseOfRun {
  readonly teamId: string;
  readonly runId: string;
  readonly ledgerRef: string;
  readonly vertical: string;
  readonly caseId: string | null;
}

/** Collects the evidence that a person needs to decide a case. Later changes to the case do not change it. */
export const evidenceOfCase = async (tx: Tx, run: CaseOfRun): Promise<Evidence> => {
  // A case of a team's own vertical has no record of the service.
  const kind = isVerticalId(run.vertical) ? verticals[run.vertical].escalation.subject : 'case';
  const record =
    kind === 'call' || kind === 'case'
      ? undefined
      : await recordOf(tx, run, kind === 'claim' ? 'claims' : 'tickets');
  const subject = { kind, id: idIn(record), case_id: run.caseId } as const;
  return evidenceOf(subject, { record: record ?? null, rows: await rowsOf(tx, run) });
};

/** Collects the evidence that a person needs to answer at a step of a team's vertical. */
export const evidenceOfStep = async (
  tx: Tx,
  run: Pick<CaseOfRun, 'teamId' | 'ledgerRef' | 'caseId'>,
  { step, question }: { readonly step: string; readonly question: string },
): Promise<Evidence> =>
  evidenceOf({ kind: 'step', id: step, case_id: run.caseId }, { question, rows: await rowsOf(tx, run) });

/** Collects the evidence that a person needs to release a held payout. */
export const evidenceOfPayout = async (tx: Tx, run: CaseOfRun, payoutId: string): Promise<Evidence> => {
  const payout = await findRecord(tx, resultLists.payouts, {
    teamId: run.teamId,
    where: sql`r.id = ${payoutId}`,
  });
  const claim = await recordOf(tx, run, 'claims');
  const subject = { kind: 'payout', id: payoutId, case_id: run.caseId } as const;
  return evidenceOf(subject, {
    payout: (payout ?? null) as JsonObject | null,
    record: claim ?? null,
    rows: await rowsOf(tx, run),
  });
};

/**
 * Collects the evidence that a person needs to decide about a call: the call, masked, and what the run has
 * done so far.
 */
export const evidenceOfCall = async (
  tx: Tx,
  run: Pick<CaseOfRun, 'teamId' | 'ledgerRef' | 'caseId'>,
  {
    tool,
    turn,
    callId,
    shown,
    schema,
    request,
  }: {
    readonly tool: string;
    readonly turn: number;
    readonly callId: string;
    readonly shown: JsonObject;
    readonly schema: Readonly<Record<string, unknown>>;
    readonly request?: string | undefined;
  },
): Promise<Evidence> => {
  const subject = { kind: 'tool_call', id: callId, case_id: run.caseId } as const;
  const call = { tool, turn, arguments: shown, schema: schema as JsonObject };
  return evidenceOf(subject, {
    call,
    ...(request !== undefined && { request }),
    rows: await rowsOf(tx, run),
  });
};

/**
 * Collects the evidence that a person needs to decide about an act of an agent elsewhere: the act, masked,
 * and the session before it.
 */
export const evidenceOfAct = async (
  tx: Tx,
  of: Pick<CaseOfRun, 'teamId' | 'ledgerRef'>,
  { id, act }: { readonly id: string; readonly act: JsonObject },
): Promise<Evidence> =>
  evidenceOf(
    { kind: 'act', id, case_id: null },
    { act, rows: (await rowsOf(tx, of, MAX_ROWS)).toReversed() },
  );

/** Number of a session's latest rows that the review of an act shows. */
const MAX_ROWS = 50;

const recordOf = async (
  tx: Tx,
  { teamId, runId }: CaseOfRun,
  list: 'claims' | 'tickets',
): Promise<JsonObject | undefined> =>
  (await findRecord(tx, resultLists[list], { teamId, where: sql`r.run_id = ${runId}` })) as
    JsonObject | undefined;

const idIn = (record: JsonObject | undefined): string | null =>
  (record?.['id'] as string | undefined) ?? null;

const rowsOf = async (
  tx: Tx,
  { teamId, ledgerRef }: Pick<CaseOfRun, 'teamId' | 'ledgerRef'>,
  latest?: number,
): Promise<readonly JsonObject[]> => {
  const query = tx
    .selectFrom('agent_actions')
    .select(['seq', 'action', 'row_hash', 'body'])
    .where('team_id', '=', teamId)
    .where('ledger_ref', '=', ledgerRef);
  const rows = await (
    latest === undefined ? query.orderBy('seq') : query.orderBy('seq', 'desc').limit(latest)
  ).execute();
  return rows.map(({ seq, action, row_hash, body }) => {
    const { summary, detail } = saidIn(parseBody(body).content);
    return { seq, action, summary, detail, row_hash: row_hash.toString('hex') };
  });
};

/** Returns the SHA-256 of evidence in canonical JSON. */
export const digestOfEvidence = (evidence: JsonObject): string =>
  createHash('sha256').update(new CanonicalWriter().write(evidence, 'evidence')).digest('hex');

/** Returns evidence with its digest. */
export const evidenceOf = (subject: ReviewSubject, evidence: JsonObject): Evidence => ({
  subject,
  evidence,
  sha256: digestOfEvidence(evidence),
});
