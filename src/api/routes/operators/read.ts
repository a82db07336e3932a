import {
  getOperatorFile,
  getOperatorRun,
  getOperatorScreenshot,
  listOperatorRuns,
} from '../../../contract/operations/operators.ts';
import { actorOf, type NewEntry, vaultRead } from '../../../ledger/index.ts';
import type { Caller } from '../../../store/keys/authenticate.ts';
import { listOperatorRuns as readPage, readOperatorRun, readScreen } from '../../../runs/operator/runs.ts';
import { readCursor, writeCursor } from '../../runs/cursor.ts';
import { withSafeResult, withSafeResults } from '../../runs/operator-run.ts';
import { ProblemError } from '../../http/problem.ts';
import { sendFile } from '../agents/files.ts';
import { route } from '../../services/route.ts';

/**
 * The part of a run that was read: a picture, which shows whatever the desktop showed, or the run's output.
 */
interface SealedPart {
  readonly screen?: number | 'final';
  readonly output?: true;
}

const sealedRead = (
  caller: Caller,
  requestId: string,
  ref: string,
  { screen, output }: SealedPart,
): NewEntry =>
  vaultRead(
    { teamId: caller.teamId, actor: actorOf(caller, requestId) },
    screen === undefined
      ? 'The output of an operator run was read; it may contain identifiers.'
      : `A picture${output === true ? ' and the output' : ''} of an operator run was read; it may show identifiers.`,
    { ref, ...(screen !== undefined && { screen }), ...(output !== undefined && { output }) },
  );

export const getOperatorRunRoute = route(getOperatorRun, async ({ params, caller, requestId }, services) => {
  const { db, rings, ledger } = services;
  const ref = { teamId: caller.teamId, runId: params.run_id };
  const run = await readOperatorRun(db, rings.vault, ref);
  if (run === undefined) throw new ProblemError('not-found');
  const read: SealedPart = {
    ...(run.final_screenshot_b64 !== undefined && { screen: 'final' }),
    ...(run.output !== null && { output: true }),
  };
  if (Object.keys(read).length > 0) await ledger.append(sealedRead(caller, requestId, ref.runId, read));
  return { status: 200, body: await withSafeResult(services, ref.teamId, run) };
});

export const getOperatorScreenshotRoute = route(
  getOperatorScreenshot,
  async ({ params, caller, requestId }, { db, rings, ledger }) => {
    const ref = { teamId: caller.teamId, runId: params.run_id };
    const png = await readScreen(db, rings.vault, ref, Number(params.n));
    if (png === undefined) throw new ProblemError('not-found');
    await ledger.append(sealedRead(caller, requestId, ref.runId, { screen: Number(params.n) }));
    return {
      status: 200,
      body: png,
      type: 'image/png',
      headers: { 'Cache-Control': 'private, no-store', 'Content-Disposition': 'inline' },
    };
  },
);

export const getOperatorFileRoute = route(
  getOperatorFile,
  async ({ params: { run_id: ref, id }, caller, requestId }, services) =>
    sendFile(services, { caller, requestId, params: { ref, id } }),
);

export const listOperatorRunsRoute = route(listOperatorRuns, async ({ query, caller }, services) => {
  const { db, rings } = services;
  const { cursor, ...filter } = query;
  const { teamId } = caller;
  const after = cursor === undefined ? undefined : readCursor(rings.cursor, teamId, cursor);
  const { runs, end } = await readPage(db, { teamId, ...filter, after });
  const safe = await withSafeResults(services, teamId, runs);
  return {
    status: 200,
    body: { runs: safe, next_cursor: end ? writeCursor(rings.cursor, teamId, end) : null },
  };
});
