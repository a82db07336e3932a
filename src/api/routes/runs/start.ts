import { startRun } from '../../../contract/operations/runs.ts';
import { takesDocuments } from '../../../governance/rules/documents/fill.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { isVerticalId, verticals } from '../../../governance/verticals/index.ts';
import type { StoredAnswer } from '../../../store/idempotency/once.ts';
import { createRun } from '../../../runs/vertical/create.ts';
import type { VerticalRunInput } from '../../../runs/vertical/workflow.ts';
import { readRun } from '../../../runs/vertical/read.ts';
import { markStarted } from '../../../runs/vertical/started.ts';
import { documentsIn } from '../../documents/case-documents.ts';
import { caseFor } from '../../runs/case-for.ts';
import { accepted } from '../../runs/idempotent.ts';
import { route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { startWorkflow } from '../../runs/start-workflow.ts';
import { refuseTrial } from '../../runs/vertical-to-run.ts';
import { startTeamVertical } from './start-team-run.ts';
import { acceptedRun } from './accepted-run.ts';

/** Stores the run, then starts its workflow. A stored run always executes: if Temporal is unavailable, it starts later. */
export const startRunRoute = route(startRun, async (call, services) => {
  const { rings, settings } = services;
  const { teamId, actor: askedBy } = call.caller;
  const { id: vertical } = call.params;
  if (!isVerticalId(vertical)) return startTeamVertical(call, services, vertical);
  refuseTrial(call.body);
  let created: VerticalRunInput | undefined;

  const accept = async (tx: Parameters<typeof createRun>[0]): Promise<StoredAnswer> => {
    await refuseSuspended(services, tx, call, scopesOf.simulatedRun(vertical));
    const { sample } = verticals[vertical];
    const value = await caseFor(tx, services, { teamId, vertical, given: call.body, sample });
    const documents = await documentsIn(tx, services, {
      caller: call.caller,
      case: value,
      takes: takesDocuments(vertical),
    });
    created = await createRun(tx, rings.vault, {
      teamId,
      vertical,
      case: value,
      caseOf: call.body.case_of,
      askedBy,
      documents,
    });
    const run = await readRun(tx, { teamId, runId: created.run_id });
    return { status: 202, body: run! };
  };

  const { answer, replayed } = await accepted(startRun, call, services, accept);
  if (created !== undefined && !replayed) await start(services, created);
  return acceptedRun(settings, answer, replayed);
});

const start = async (services: Services, run: VerticalRunInput): Promise<boolean> =>
  startWorkflow(services, run.run_id, async () => {
    await services.workflows.startRun(run);
    await markStarted(services.db, { teamId: run.team_id, runId: run.run_id });
  });
