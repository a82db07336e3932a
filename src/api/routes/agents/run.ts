import type { Transaction } from 'kysely';
import type { Database } from '../../../store/db/schema.ts';
import { createAgentTask } from '../../../runs/agent/task/create.ts';
import { type AgentTaskBody, DEFAULT_FILE_NAME } from '../../../contract/agent-task.ts';
import { MAX_INLINE_BYTES } from '../../../contract/analysis.ts';
import { runAgentTask } from '../../../contract/operations/agents.ts';
import type { AgentRunRecord } from '../../../runs/agent/agent-run-records.ts';
import { acceptModel } from '../../agent-runs/accept-model.ts';
import { answerAgentRun } from '../../agent-runs/answer.ts';
import { failedOutside } from '../../agent-runs/failures.ts';
import type { AcceptedModel } from '../../runs/choose-model.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { joinFiles } from '../../../runs/agent/continue.ts';
import { continuedIn } from '../../agent-runs/continued.ts';
import { expectRoom } from '../../agent-runs/sandbox-room.ts';
import { expectSeen } from '../../agent-runs/sees-pictures.ts';
import { givenPictures } from '../../agent-runs/given-pictures.ts';
import { givenFiles } from '../../agent-runs/given-files.ts';
import type { RunRequest } from '../../../runs/agent/request.ts';
import { publishStart } from '../../agent-runs/publish-start.ts';
import { expectAnswer, shownRun } from '../../agent-runs/show.ts';
import { accepted } from '../../runs/idempotent.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Call, type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';

/** Stores the task and starts its workflow. Responds with the result, or immediately with its address. */
export const runAgentTaskRoute = route(runAgentTask, async (call, services): Promise<Reply> => {
  const { model, request } = await acceptModel(services, call);
  return answerAgentRun(services, call, await acceptedTask(call, services, { model, request }), {
    kind: 'task',
    model,
    locationOf: (ledgerRef) => `/v1/agents/tasks/${ledgerRef}`,
    show: showTask,
    expect: expectAnswer,
  });
});

const acceptedTask = async (
  call: Call<typeof runAgentTask>,
  services: Services,
  { model, request }: { readonly model: AcceptedModel; readonly request: RunRequest },
): ReturnType<typeof accepted> => {
  const { teamId, actor: askedBy } = call.caller;
  const { task, data, filename: name = DEFAULT_FILE_NAME, files = [] } = call.body;
  const given = data === undefined ? files : [{ name, content: data }];
  if (data !== undefined && Buffer.byteLength(data) > MAX_INLINE_BYTES) {
    throw new ProblemError('body-too-large', {
      detail: `\`data\` may have at most ${MAX_INLINE_BYTES} bytes.`,
    });
  }
  const accept = async (tx: Transaction<Database>) => {
    await refuseSuspended(services, tx, call, scopesOf.codeAgent);
    const { vault } = services.rings;
    const earlier = await continuedIn(tx, vault, { teamId, ledgerRef: call.body.continue }, 'task');
    const own = await givenFiles(tx, call.caller, given, '/files');
    const pictures = await givenPictures(tx, vault, call.caller, call.body.pictures);
    await expectSeen(services, model.name, earlier);
    const files = joinFiles(earlier?.files ?? [], own);
    await expectRoom(tx, vault, teamId, {
      rooms: [{ files: [...files, ...pictures], most: MAX_SANDBOX_FILES, what: 'files' }],
      continued: earlier !== undefined,
    });
    const wanted = { teamId, askedBy, task, model, request, earlier, files, pictures };
    const ref = await createAgentTask(tx, vault, wanted);
    await publishStart(tx, { teamId, ledgerRef: ref, kind: 'task' });
    return { status: 200, body: { ref, asked_by: askedBy } };
  };
  return accepted(runAgentTask, call, services, accept, failedOutside(teamId));
};

/** Maximum number of files that a sandbox takes at once, with a margin. */
const MAX_SANDBOX_FILES = 60;

/** Returns a task's current state. */
export const showTask = async (services: Services, run: AgentRunRecord): Promise<AgentTaskBody> => {
  const { answer, shown } = await shownRun(services, run, () => ({}));
  return { result: answer, ...shown };
};
