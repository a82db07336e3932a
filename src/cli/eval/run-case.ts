import {
  type Client,
  ProblemError,
  type RunWithReceipt,
  TimedOutError,
  type VerticalId,
} from '../../../clients/typescript/src/index.ts';
import type { EvalCase, recordKinds } from './cases.ts';
import { fill, newFillings } from './fill.ts';
import type { Observed } from './judge.ts';

/** Options for running the cases of an eval. */
export interface RunMode {
  readonly live: boolean;
  /** Name of the model of live runs. Default: the service's. */
  readonly model?: string | undefined;
  /** The version of a team's vertical that is tried. Default: the one in force. */
  readonly trial?: number | undefined;
  readonly timeoutMs: number;
  /** Time in which a cancelled run must end. Default: a minute. */
  readonly endMs?: number;
}

/** The result of a run, and its conditions. */
export interface CaseResult extends Observed {
  /** null if no run was accepted. */
  readonly run_id: string | null;
  /** The version of the rules that decided, such as `kyc-rules@2`; null if it is not known. */
  readonly rules: string | null;
  /** The version of a team's vertical that it performed, such as `complaint@2`; null for a vertical of the service. */
  readonly vertical: string | null;
  /** The models that answered. */
  readonly models: readonly string[];
  /** The prompts that the models were given, such as `live.kyc@3fa9…`. */
  readonly prompts: readonly string[];
}

const NOTHING = {
  decision: null,
  reasons: [],
  approved: null,
  actions: [],
  rules: null,
  vertical: null,
  models: [],
  prompts: [],
};

const WRITE = {
  policies: 'writePolicy',
  hospitals: 'writeHospital',
  accounts: 'writeAccount',
  callers: 'writeCaller',
} as const satisfies Record<(typeof recordKinds)[number], string>;

/**
 * Runs a case once: writes its records, starts the run and waits for its end. A run that is not accepted, fails, takes too long or
 * waits for a person has no decision; the last two are cancelled. Other errors are those of the service, and are thrown.
 */
export const runCase = async (client: Client, one: EvalCase, mode: RunMode): Promise<CaseResult> => {
  const { case: given, records } = fill({ case: one.case, records: one.records }, newFillings());
  let runId: string | null = null;
  try {
    await writeRecords(client, records);
    runId = await start(client, { ...one, case: given }, mode);
    const ended = await settle(client, runId, mode);
    return await observe(client, ended);
  } catch (error) {
    if (!isOfTheCase(error)) throw error;
    return { ...NOTHING, run_id: runId, error: `was not accepted: ${faultOf(error)}` };
  }
};

/** A wrong key, a missing scope or a limit is not a result of the case. */
const isOfTheCase = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && [400, 404, 409, 410, 413, 422].includes(error.status);

const faultOf = ({ message, problem }: ProblemError): string =>
  [message, ...(problem.errors ?? []).map(({ pointer, message: fault }) => `${pointer} ${fault}`)].join('; ');

const writeRecords = async (client: Client, records: EvalCase['records']): Promise<void> => {
  for (const [kind, some] of Object.entries(records) as [keyof typeof WRITE, Record<string, object>][])
    for (const [key, body] of Object.entries(some))
      // The service validates the record.
      await client.call(WRITE[kind], { params: { key }, body: body as never });
};

const start = async (client: Client, one: EvalCase, { live, model, trial }: RunMode): Promise<string> => {
  const vertical = one.vertical as VerticalId;
  const given = {
    ...(one.case && { case: one.case }),
    ...(one.case_of && { case_of: one.case_of }),
    ...(trial !== undefined && { trial_version: trial }),
  };
  if (!live) {
    const run = await client.call('startRun', { params: { id: vertical }, body: given });
    return run.id;
  }
  const events = client.runs.live({ vertical, ...given, ...(model !== undefined && { model }) });
  for await (const { data } of events) if (data.type === 'RUN_STARTED') return data.runId;
  throw new Error('The stream of a live run ended before it began.');
};

type Ended = RunWithReceipt & { readonly late?: string };

/** Waits until the run has ended. It is cancelled when it waits for a person, or when the time is over. */
const settle = async (client: Client, id: string, { timeoutMs, endMs }: RunMode): Promise<Ended> => {
  const asked = new AbortController();
  let late: string | undefined;
  const onState = (state: unknown): void => {
    const { waiting_for: waits } = state as RunWithReceipt;
    if (waits?.kind !== 'review') return;
    late = `waited for a person (${waits.review_id})`;
    asked.abort();
  };
  try {
    return await client.runs.wait(id, { timeoutMs, everyMs: 200, onState, signal: asked.signal });
  } catch (error) {
    if (late === undefined && !(error instanceof TimedOutError)) throw error;
    late ??= `did not end within ${timeoutMs / 1000} seconds`;
    await client.runs.cancel(id);
    return { ...(await cancelled(client, id, endMs)), late };
  }
};

/** Waits until a cancelled run has ended. If it takes too long, returns it as it is. */
const cancelled = async (client: Client, id: string, endMs = 60_000): Promise<RunWithReceipt> => {
  try {
    return await client.runs.wait(id, { timeoutMs: endMs, everyMs: 200 });
  } catch (error) {
    if (!(error instanceof TimedOutError)) throw error;
    return client.runs.get(id);
  }
};

const observe = async (client: Client, run: Ended): Promise<CaseResult> => {
  const { entries } = await client.runs.ledger(run.id);
  const turns = entries.filter(({ action }) => action === 'agent.turn').map(({ detail }) => detail);
  const called = turns.flatMap(({ calls }) => (Array.isArray(calls) ? calls.map(String) : []));
  const error =
    run.late ?? (run.error === null ? null : `ended with ${run.error.code}: ${run.error.message}`);
  return {
    run_id: run.id,
    decision: run.decision,
    reasons: run.reasons.map(({ code }) => code),
    approved: run.amount?.approved ?? null,
    actions: [
      ...entries.map(({ action }) => action),
      ...called.map((tool) => `tool:${tool.replace(/ \(refused\)$/, '')}`),
    ],
    error,
    rules: run.decided_under === null ? null : `${run.decided_under.id}@${run.decided_under.version}`,
    vertical:
      run.vertical_version === null ? null : `${run.vertical_version.id}@${run.vertical_version.version}`,
    models: different(turns.map((detail) => detail['answered_by'])),
    prompts: different(turns.map((detail) => promptName(detail['prompt']))),
  };
};

const different = (values: readonly unknown[]): readonly string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
];

/** Rows of earlier releases do not name the prompt. */
const promptName = (prompt: unknown): string | undefined => {
  const { id, sha256 } = (prompt ?? {}) as { readonly id?: string; readonly sha256?: string };
  return id === undefined || sha256 === undefined ? undefined : `${id}@${sha256.slice(0, 12)}`;
};
