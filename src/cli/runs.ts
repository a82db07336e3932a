import type { Client, Run, VerticalId } from '../../clients/typescript/src/index.ts';
import { readObject } from './given.ts';
import type { ApiAccess } from './locate-service.ts';
import { EXIT, type ExitCode, type Outcome, table } from './outcome.ts';
import { endInTime, showStarted, withClient } from './service-client.ts';

export interface RunOptions {
  /** File with the case. */
  readonly case?: string;
  readonly live?: boolean;
  readonly wait?: boolean;
  readonly idempotencyKey?: string;
  readonly json?: boolean;
}

/** A run that ended early counts as a failure; one that hands its case to a person counts as a result. */
const codeOf = ({ status }: Run): ExitCode => (status === 'error' ? EXIT.foundWrong : EXIT.ok);

const lineOf = ({ id, vertical, status, decision, error, ledger_ref }: Run): string => {
  const result = decision ?? error?.message ?? '';
  return `${id}  ${vertical}  ${status}${result === '' ? '' : `: ${result}`}  (${ledger_ref})`;
};

const outcomeOf = (run: Run): Outcome => ({
  code: codeOf(run),
  json: { ...run },
  text: [lineOf(run), ...run.reasons.map(({ code, detail }) => `  ${code}: ${detail}`)].join('\n'),
});

/** Starts a run, and waits for it or watches it on request. */
export const startRun = async (
  access: ApiAccess,
  vertical: string,
  options: RunOptions,
): Promise<Outcome> => {
  const given = options.case === undefined ? undefined : await readObject(options.case);
  const { idempotencyKey } = options;
  return withClient(access, async (client) => {
    const id = vertical as VerticalId;
    if (options.live === true) {
      const input = { vertical: id, ...(given !== undefined && { case: { ...given } }) };
      return watch(client, client.runs.live(input, { idempotencyKey }), { ...options, isNew: true });
    }
    const run = await client.runs.start(id, given, { idempotencyKey });
    if (options.wait !== true) return outcomeOf(run);
    showStarted(run.id);
    return endInTime(client.runs.wait(run.id).then(outcomeOf));
  });
};

export const showRun = async (access: ApiAccess, id: string): Promise<Outcome> =>
  withClient(access, async (client) => outcomeOf(await client.runs.get(id)));

/** Waits for the end of a run; exits with 2 if it does not come in time. */
export const waitForRun = async (
  access: ApiAccess,
  id: string,
  { timeout = '600' }: { readonly timeout?: string },
): Promise<Outcome> =>
  withClient(access, async (client) =>
    endInTime(client.runs.wait(id, { timeoutMs: Number(timeout) * 1000 }).then(outcomeOf)),
  );

/** Shows a run's events until it ends. */
export const watchRun = async (
  access: ApiAccess,
  id: string,
  options: { readonly json?: boolean },
): Promise<Outcome> => withClient(access, async (client) => watch(client, client.runs.follow(id), options));

/** Progress goes to standard error, so that standard output contains only the run. */
const watch = async (
  client: Client,
  events: ReturnType<Client['runs']['follow']>,
  { json = false, isNew = false }: { readonly json?: boolean; readonly isNew?: boolean },
): Promise<Outcome> => {
  let runId = '';
  for await (const { data } of events) {
    if (data.type === 'RUN_STARTED') {
      runId = data.runId;
      if (isNew) showStarted(runId);
    }
    const line = progressOf(data);
    if (line !== undefined && !json) process.stderr.write(`${line}\n`);
  }
  return outcomeOf(await client.runs.get(runId));
};

type EventData = { readonly type: string; readonly name?: unknown; readonly value?: unknown };

const progressOf = ({ type, name, value }: EventData): string | undefined => {
  if (type === 'RUN_FINISHED' || type === 'RUN_ERROR') return undefined;
  if (type !== 'CUSTOM' || name !== 'ledger.entry') return undefined;
  const { action, summary } = value as { readonly action: string; readonly summary: string };
  return `  ${action}: ${summary}`;
};

export interface ListOptions {
  readonly vertical?: string;
  readonly status?: string;
  readonly limit?: string;
}

/** Lists the newest runs, from as many pages as needed. */
export const listRuns = async (
  access: ApiAccess,
  { vertical, status, limit = '20' }: ListOptions,
): Promise<Outcome> =>
  withClient(access, async (client) => {
    const runs: Run[] = [];
    const query = {
      vertical: vertical as VerticalId,
      status: status as Run['status'],
      limit: Math.min(100, Number(limit)),
    };
    for await (const run of client.runs.list(query)) {
      runs.push(run);
      if (runs.length >= Number(limit)) break;
    }
    const rows = runs.map(({ id, vertical: of, status: is, decision, created_at: at }) => [
      id,
      of,
      is,
      decision ?? '-',
      at,
    ]);
    const text = table([['id', 'vertical', 'status', 'decision', 'created'], ...rows]);
    return { code: EXIT.ok, json: { runs }, text: runs.length === 0 ? 'There are no runs.' : text };
  });

export const cancelRun = async (access: ApiAccess, id: string): Promise<Outcome> =>
  withClient(access, async (client) => {
    const run = await client.runs.cancel(id);
    return { code: EXIT.ok, json: { ...run }, text: lineOf(run) };
  });
