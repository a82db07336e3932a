import type { Transaction } from 'kysely';
import type { Database } from '../../../store/db/schema.ts';
import type { AgentRunRecord } from '../../../runs/agent/agent-run-records.ts';
import { createAnalysis } from '../../../runs/agent/analysis/create.ts';
import {
  type AnalysisBody,
  type GivenDatasetBody,
  MAX_BASE64,
  MAX_DATASETS,
  MAX_INLINE_BYTES,
} from '../../../contract/analysis.ts';
import { analyze } from '../../../contract/operations/analysis.ts';
import { acceptModel } from '../../agent-runs/accept-model.ts';
import { answerAgentRun } from '../../agent-runs/answer.ts';
import { failedOutside } from '../../agent-runs/failures.ts';
import type { AcceptedModel } from '../../runs/choose-model.ts';
import { scopesOf } from '../../../governance/suspension/scopes.ts';
import { datasetsOf } from '../../../runs/agent/analysis/datasets.ts';
import { continuedIn } from '../../agent-runs/continued.ts';
import { expectRoom } from '../../agent-runs/sandbox-room.ts';
import { expectSeen } from '../../agent-runs/sees-pictures.ts';
import { givenPictures } from '../../agent-runs/given-pictures.ts';
import { joinFiles } from '../../../runs/agent/continue.ts';
import { givenFiles } from '../../agent-runs/given-files.ts';
import type { RunRequest } from '../../../runs/agent/request.ts';
import { publishStart } from '../../agent-runs/publish-start.ts';
import { expectAnswer, shownRun } from '../../agent-runs/show.ts';
import { accepted } from '../../runs/idempotent.ts';
import { refuseSuspended } from '../../safety/refuse-suspended.ts';
import { ProblemError } from '../../http/problem.ts';
import { type Call, type Reply, route } from '../../services/route.ts';
import type { Services } from '../../services/services.ts';
import { expectReadable } from './unreadable.ts';

/** Stores the question and the dataset and starts the workflow. Responds with the result, or immediately with its address. */
export const analyzeRoute = route(analyze, async (call, services): Promise<Reply> => {
  const { model, request } = await acceptModel(services, call);
  const places = placesIn(call.body);
  return answerAgentRun(services, call, await acceptedAnalysis(call, services, { model, request }), {
    kind: 'analysis',
    model,
    locationOf: (ledgerRef) => `/v1/analyze/${ledgerRef}`,
    show: showAnalysis,
    expect: (result) => {
      expectReadable(result, places);
      expectAnswer(result);
    },
  });
});

const acceptedAnalysis = async (
  call: Call<typeof analyze>,
  services: Services,
  { model, request }: { readonly model: AcceptedModel; readonly request: RunRequest },
): ReturnType<typeof accepted> => {
  const { teamId, actor: askedBy } = call.caller;
  const { question, datasets: several, continue: ledgerRef } = call.body;
  const single = several === undefined && ledgerRef === undefined ? datasetIn(call.body) : undefined;
  const accept = async (tx: Transaction<Database>) => {
    await refuseSuspended(services, tx, call, scopesOf.codeAgent);
    const { vault } = services.rings;
    const earlier = await continuedIn(tx, vault, { teamId, ledgerRef }, 'analysis');
    const before = earlier === undefined ? [] : await datasetsOf(tx, vault, { ...earlier, teamId });
    const added = await givenFiles(tx, call.caller, (several ?? []).map(asFile), '/datasets');
    const pictures = await givenPictures(tx, vault, call.caller, call.body.pictures);
    await expectSeen(services, model.name, earlier);
    const datasets = single ?? [...before, ...added];
    await expectRoom(tx, vault, teamId, {
      rooms: [
        { files: [...before.map(asGiven), ...added], most: MAX_DATASETS, what: 'datasets' },
        { files: joinFiles(earlier?.files ?? [], pictures), most: MOST_FILES, what: 'files' },
        { files: single === undefined ? [] : [{ content: single }], most: 1, what: 'datasets' },
      ],
      continued: earlier !== undefined,
    });
    const wanted = { teamId, askedBy, question, datasets, pictures, model, request, earlier };
    const ref = await createAnalysis(tx, vault, wanted);
    await publishStart(tx, { teamId, ledgerRef: ref, kind: 'analysis' });
    return { status: 200, body: { ref, asked_by: askedBy } };
  };
  return accepted(analyze, call, services, accept, failedOutside(teamId));
};

/** Maximum number of files beside the datasets: the load programs are files of the sandbox too. */
const MOST_FILES = 24;

const asGiven = ({ blob_ref }: { readonly blob_ref: string }) => ({ content: { blob_ref } });

const asFile = ({ name, data, data_b64, file_id }: GivenDatasetBody) => ({
  name,
  content: data,
  content_b64: data_b64,
  file_id,
});

/** Returns the JSON pointer of each dataset in the body. */
const placesIn = ({
  data,
  datasets,
  continue: ledgerRef,
}: Call<typeof analyze>['body']): readonly string[] => {
  if (ledgerRef !== undefined) return ['/continue'];
  if (datasets === undefined) return [data === undefined ? '/data_b64' : '/data'];
  return datasets.map((given, at) => {
    const member = given.data !== undefined ? 'data' : given.data_b64 !== undefined ? 'data_b64' : 'file_id';
    return `/datasets/${at}/${member}`;
  });
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
  let charts: AnalysisBody['charts'] = [];
  const { answer, shown } = await shownRun(services, run, (stored) => {
    const more = stored as Partial<AnalysisBody>;
    // Pictures are long and contain no text.
    charts = more.charts ?? [];
    const dataset = more.dataset ?? null;
    // Results of earlier releases have only the one dataset.
    return {
      tables: more.tables ?? [],
      dataset,
      datasets: more.datasets ?? (dataset === null ? [] : [dataset]),
    };
  });
  return { answer, charts, ...shown };
};
