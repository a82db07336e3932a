import type { Transaction } from 'kysely';
import type { Database } from '../../../store/db/schema.ts';
import type { AgentRunRecord } from '../../../runs/agent/stored-result.ts';
import { createAnalysis } from '../../../runs/agent/analysis/create.ts';
import { type AnalysisBody, MAX_BASE64, MAX_INLINE_BYTES } from '../../../contract/analysis.ts';
import { analyze } from '../../../contract/operations/analysis.ts';
import { expectSandboxes } from '../../runs/sandboxes.ts';
import { answerAgentRun } from '../../agent-runs/answer.ts';
import { failedOutside } from '../../agent-runs/failures.ts';
import { expectAnswer, resultOf, safeAnswer, stateOf } from '../../agent-runs/show.ts';
import { type AcceptedModel, chooseModel } from '../../runs/choose-model.ts';
import { accepted } from '../../runs/idempotent.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Call, type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { expectReadable } from './unreadable.ts';

/** Stores the question and the dataset and starts the workflow. Responds with the result, or immediately with its address. */
export const analyzeRoute = route(analyze, async (call, services): Promise<Reply> => {
  const model = await chooseModel(services, call.caller.teamId, call.body.model);
  await expectSandboxes(services);
  const place = call.body.data === undefined ? '/data_b64' : '/data';
  return answerAgentRun(services, call, await acceptedAnalysis(call, services, model), {
    kind: 'analysis',
    model,
    locationOf: (ledgerRef) => `/v1/analyze/${ledgerRef}`,
    show: showAnalysis,
    expect: (result) => {
      expectReadable(result, place);
      expectAnswer(result);
    },
  });
});

const acceptedAnalysis = async (
  call: Call<typeof analyze>,
  services: Services,
  model: AcceptedModel,
): ReturnType<typeof accepted> => {
  const { teamId } = call.caller;
  const dataset = datasetIn(call.body);
  const { question } = call.body;
  const accept = async (tx: Transaction<Database>) => ({
    status: 200,
    body: { ref: await createAnalysis(tx, services.rings.vault, { teamId, question, dataset, model }) },
  });
  return accepted(analyze, call, services, accept, failedOutside(teamId));
};

/** Returns the dataset's bytes. @throws ProblemError 413 */
const datasetIn = ({ data, data_b64 = '' }: Call<typeof analyze>['body']): Buffer => {
  const bytes = data === undefined ? Buffer.from(data_b64, 'base64') : Buffer.from(data);
  if (data === undefined ? data_b64.length > MAX_BASE64 : bytes.length > MAX_INLINE_BYTES) {
    throw new ProblemError('body-too-large', {
      detail: `\`data\` may have at most ${MAX_INLINE_BYTES} bytes, \`data_b64\` at most ${MAX_BASE64} characters.`,
    });
  }
  return bytes;
};

/** Returns an analysis's current state. */
export const showAnalysis = async (services: Services, run: AgentRunRecord): Promise<AnalysisBody> => {
  const result = await resultOf(services, run);
  const { answer, disabled_links } = await safeAnswer(services, run, result);
  const { steps, unverified_numbers, ...state } = stateOf(run, result);
  const more = (result?.more ?? {}) as Partial<Pick<AnalysisBody, 'charts' | 'tables' | 'dataset'>>;
  return {
    answer,
    disabled_links,
    charts: more.charts ?? [],
    tables: more.tables ?? [],
    dataset: more.dataset ?? null,
    ...state,
    steps: [...steps],
    unverified_numbers: [...unverified_numbers],
  };
};
