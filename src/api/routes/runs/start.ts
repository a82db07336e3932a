import { startRun } from '../../../contract/operations/runs.ts';
import { verticals } from '../../../governance/verticals/index.ts';
import { type Answer, once } from '../../../idempotency/once.ts';
import { type CreatedRun, createRun } from '../../../runs/create.ts';
import { readRun } from '../../../runs/read.ts';
import { markStarted } from '../../../runs/started.ts';
import { Problem } from '../../problem.ts';
import { route } from '../../route.ts';
import type { Services } from '../../services.ts';

/** Stores the run, then tells the engine. The stored row is the promise: without the engine it starts later. */
export const startRunRoute = route(startRun, async (call, services) => {
  const { rings, settings } = services;
  const { teamId } = call.caller;
  const vertical = call.params.id;
  let created: CreatedRun | undefined;

  const accept = async (tx: Parameters<typeof createRun>[0]): Promise<Answer> => {
    const value = call.body.case ?? verticals[vertical].sample;
    created = await createRun(tx, rings.caseVault, { teamId, vertical, case: value });
    const run = await readRun(tx, { teamId, runId: created.id });
    return { status: 202, body: run! };
  };

  const { answer, replayed } = await accepted(call, services, accept);
  if (created !== undefined && !replayed) await tellEngine(services, created);
  const { id } = answer.body as { id: string };
  return {
    ...answer,
    headers: {
      Location: `${settings.publicBaseUrl}/v1/workforce/runs/${id}`,
      ...(replayed && { 'Idempotency-Replayed': 'true' }),
    },
  };
});

type StartCall = Parameters<Parameters<typeof route<typeof startRun>>[1]>[0];

const accepted = async (
  { caller, idempotencyKey, params, body }: StartCall,
  { db, rings }: Services,
  accept: Parameters<typeof once>[3],
): Promise<{ readonly answer: Answer; readonly replayed: boolean }> => {
  if (idempotencyKey === undefined) {
    return { answer: await db.transaction().execute(accept), replayed: false };
  }
  const scope = { teamId: caller.teamId, route: `POST ${startRun.path}`, key: idempotencyKey };
  const outcome = await once(db, rings.idempotency, { scope, request: { params, body } }, accept);
  if (outcome.kind === 'answered') return outcome;
  if (outcome.kind === 'other-request') throw new Problem('idempotency-key-reused');
  throw new Problem('idempotency-in-flight', { headers: { 'Retry-After': '1' } });
};

const tellEngine = async ({ engine, db, log }: Services, run: CreatedRun): Promise<void> => {
  try {
    await engine.startRun(run);
    await markStarted(db, { teamId: run.teamId, runId: run.id });
  } catch (error) {
    log.warn({ run_id: run.id, error }, 'the run could not be started now');
  }
};
