import { startOperatorRun } from '../../../contract/operations/operators.ts';
import type { StartOperatorBody } from '../../../contract/operator.ts';
import type { FieldError } from '../../../contract/problem.ts';
import { allowListOf } from '../../../store/egress-lists/egress-lists.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { decideStart, narrowAllow } from '../../../governance/egress.ts';
import type { StoredAnswer } from '../../../store/idempotency/once.ts';
import { createOperatorRun } from '../../../runs/operator/create.ts';
import { schemaFaults } from '../../../runs/output-schema.ts';
import { toolsFit } from '../../../model/native-tools.ts';
import type { OperatorRunInput } from '../../../runs/operator/workflow.ts';
import { markOperatorStarted } from '../../../runs/operator/unstarted.ts';
import { chooseModel } from '../../runs/choose-model.ts';
import { replayedHeader } from '../../runs/answer-once.ts';
import { accepted } from '../../runs/idempotent.ts';
import { streamUrlOf } from '../../live-view/stream-url.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { operatorCredentials, operatorFiles } from './given.ts';
import { startWorkflow } from '../../runs/start-workflow.ts';

/** Stores the run, then starts its workflow. The hosts that the run may open and reach are decided before it is stored. */
export const startOperatorRunRoute = route(startOperatorRun, async (call, services) => {
  const { rings, settings, workflows } = services;
  const { caller } = call;
  const { teamId, actor: askedBy } = caller;
  const model = await chooseModel(services, call, call.body.model, {
    fits: ({ provider }) => toolsFit(settings.operatorTools, provider),
    unfit: 'cannot use the tools that this service gives to operators (`OPERATOR_TOOLS`)',
  });
  const allow = await allowOf(services, teamId, call.body);
  let created: OperatorRunInput | undefined;
  const accept = async (tx: Parameters<typeof createOperatorRun>[0]): Promise<StoredAnswer> => {
    await refuseSuspended(services, tx, call, scopesOf.operator);
    const files = await operatorFiles(services, tx, call);
    const credentials = await operatorCredentials(services, tx, call);
    created = await createOperatorRun(tx, rings.vault, {
      teamId,
      askedBy,
      wish: call.body,
      allow,
      model,
      bounds: model.operator,
      files,
      credentials,
      taskQueue: workflows.sandboxQueue,
    });
    const { run_id, sandbox_id } = created;
    return { status: 202, body: { run_id, status: 'running', sandbox_id, ledger_ref: run_id } };
  };
  const { answer, replayed } = await accepted(startOperatorRun, call, services, accept);
  if (created !== undefined && !replayed) await start(services, created);
  const body = answer.body as { readonly run_id: string };
  return {
    status: answer.status,
    // Added after the response is stored, so that a repeated request gets a fresh link.
    body: { ...body, stream_url: streamUrlOf(services, { runId: body.run_id, caller, mode: 'view' }) },
    headers: {
      Location: `${settings.publicBaseUrl}/v1/operators/runs/${body.run_id}`,
      ...replayedHeader(replayed),
    },
  };
});

/** @returns the hosts that the run may reach. @throws ProblemError if the request names any others */
const allowOf = async (
  { db, settings }: Services,
  teamId: string,
  { url, allow: wished, output_schema: schema }: StartOperatorBody,
): Promise<readonly string[]> => {
  const list = await allowListOf(db, teamId, settings.egressAllow);
  const { allow, malformed, outside } = narrowAllow(list, wished);
  const errors: FieldError[] = [
    ...(schema === undefined ? [] : schemaFaults(schema)).map(({ pointer, message }) =>
      errorAt(`/output_schema${pointer}`, message),
    ),
    ...malformed.map((place) =>
      errorAt(`/allow/${place}`, 'expected a host name such as portal.example.in, or *.example.in'),
    ),
    ...outside.map((place) => errorAt(`/allow/${place}`, "is not on the team's list of allowed hosts")),
  ];
  if (errors.length === 0 && url !== undefined && !decideStart(url, { allow }).allowed) {
    errors.push(errorAt('/url', 'expected an http or https address on an allowed host'));
  }
  if (errors.length > 0) throw new ProblemError('invalid-request', { errors });
  return allow;
};

const errorAt = (pointer: string, message: string): FieldError => ({ in: 'body', pointer, message });

const start = async (services: Services, run: OperatorRunInput): Promise<boolean> =>
  startWorkflow(services, run.run_id, async () => {
    await services.workflows.startOperator(run);
    await markOperatorStarted(services.db, run.run_id);
  });
