import { startRun } from '../../../contract/operations/runs.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { createTeamVerticalRun } from '../../../runs/team-verticals/create.ts';
import type { TeamVerticalRunInput } from '../../../runs/team-verticals/workflow.ts';
import { readRun } from '../../../runs/vertical/read.ts';
import { markStarted } from '../../../runs/vertical/started.ts';
import type { StoredAnswer } from '../../../store/idempotency/once.ts';
import { documentsIn } from '../../documents/case-documents.ts';
import { ProblemError } from '../../http/problem.ts';
import { caseFor } from '../../runs/case-for.ts';
import { accepted } from '../../runs/idempotent.ts';
import { startWorkflow } from '../../runs/start-workflow.ts';
import { verticalToRun } from '../../runs/vertical-to-run.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import type { Call, Reply } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { acceptedRun } from './accepted-run.ts';

/**
 * Stores a run of a team's own vertical, which pins the version in force today or the one that it tries, then starts its workflow. A stored run always
 * executes: if Temporal is unavailable, it starts later.
 * @throws ProblemError 404 if the team has no such vertical in force, or no such earlier run of it
 */
export const startTeamVertical = async (
  call: Call<typeof startRun>,
  services: Services,
  vertical: string,
): Promise<Reply> => {
  const { teamId, actor: askedBy } = call.caller;
  let created: TeamVerticalRunInput | undefined;
  const accept = async (tx: Parameters<typeof createTeamVerticalRun>[0]): Promise<StoredAnswer> => {
    await refuseSuspended(services, tx, call, scopesOf.simulatedRun(vertical));
    const applied = await verticalToRun(tx, call.caller, { ...call.body, vertical });
    if (applied === undefined) throw new ProblemError('not-found');
    const { sample, documents: taken } = applied.document;
    const value = await caseFor(tx, services, { teamId, vertical, given: call.body, sample });
    const from = { caller: call.caller, case: value, takes: taken !== undefined };
    const documents = await documentsIn(tx, services, from);
    created = await createTeamVerticalRun(tx, services.rings.vault, {
      teamId,
      applied,
      case: value,
      caseOf: call.body.case_of,
      askedBy,
      documents,
    });
    return { status: 202, body: (await readRun(tx, { teamId, runId: created.run_id }))! };
  };
  const { answer, replayed } = await accepted(startRun, call, services, accept);
  if (created !== undefined && !replayed) await start(services, created);
  return acceptedRun(services.settings, answer, replayed);
};

const start = async (services: Services, run: TeamVerticalRunInput): Promise<boolean> =>
  startWorkflow(services, run.run_id, async () => {
    await services.workflows.startTeamRun(run);
    await markStarted(services.db, { teamId: run.team_id, runId: run.run_id });
  });
