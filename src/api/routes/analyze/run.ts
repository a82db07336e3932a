import type { AgentRunRecord } from '../../../runs/agent/stored-result.ts';
import { createAnalysis } from '../../../runs/agent/analysis/create.ts';
import { type AnalysisBody, MAX_BASE64, MAX_INLINE_BYTES } from '../../../contract/analysis.ts';
import { analyze } from '../../../contract/operations/analysis.ts';
import { expectSandboxes } from '../../sandboxes.ts';
import { expectAnswer, resultOf, safeAnswer, stateOf } from '../../agent-runs/show.ts';
import { prefersAsync, runNow, untilEnded } from '../../agent-runs/wait.ts';
import { accepted } from '../../idempotent.ts';
import { ProblemError } from '../../problem.ts';
import { type Call, type Reply, route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { startWorkflow } from '../../start-workflow.ts';
import { expectReadable } from './unreadable.ts';

/** Stores question and dataset, starts the workflow, and answers with the result, or at once with where to read it. */
export const analyzeRoute = route(analyze, async (call, services): Promise<Reply> => {
  const { model } = services.settings;
  if (model === null) throw new ProblemError('no-model-provider');
  await expectSandboxes(services);
  const { teamId } = call.caller;
  const place = call.body.data === undefined ? '/data_b64' : '/data';
  const { answer, replayed } = await acceptedAnalysis(call, services, model);
  // The dataset is stored by now, so a caller that waits for the answer need not hold it in memory.
  call.forgetBody();
  const ref = { teamId, ledgerRef: (answer.body as { ref: string }).ref };
  const started = await startWorkflow(services, ref.ledgerRef, async () =>
    services.workflows.startAgentRun({ ...ref, kind: 'analysis', budgets: model.budgets }),
  );
  const wait = started && !prefersAsync(call.header('Prefer'));
  const run = wait ? await untilEnded(services, ref, 'analysis') : await runNow(services, ref, 'analysis');
  const headers = replayed ? { 'Idempotency-Replayed': 'true' } : undefined;
  if (!wait || run.status === 'running') {
    const location = { Location: `/v1/analyze/${ref.ledgerRef}` };
    return { status: 202, body: await showAnalysis(services, run), headers: { ...location, ...headers } };
  }
  const result = await resultOf(services, run);
  expectReadable(result, place);
  expectAnswer(result);
  return { status: 200, body: await showAnalysis(services, run), ...(headers && { headers }) };
});

const acceptedAnalysis = async (
  call: Call<typeof analyze>,
  services: Services,
  model: NonNullable<Services['settings']['model']>,
): ReturnType<typeof accepted> => {
  const { teamId } = call.caller;
  const dataset = datasetIn(call.body);
  const { question } = call.body;
  return accepted(analyze, call, services, async (tx) => ({
    status: 200,
    body: { ref: await createAnalysis(tx, services.rings.vault, { teamId, question, dataset, model }) },
  }));
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

/** Returns an analysis as it stands. */
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
