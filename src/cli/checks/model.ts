import { z } from 'zod';
import type { Refused } from '../../model/capabilities/refused.ts';
import { RefusalMemory } from '../../model/capabilities/memory.ts';
import { ModelError, type ModelErrorCode } from '../../model/errors.ts';
import { createModelClient } from '../../model/providers/model-client.ts';
import { allModels, type ModelSettings, modelShape, refineModel } from '../../model/settings.ts';
import type { CheckFinding } from './finding.ts';
import { probePicture, probeTools, type ToolProbe } from './model-probes.ts';
import { probeSchema, probeSchemaWithTools, type SchemaWithTools } from './model-schema-probes.ts';

/** All checks of a model together end within ten seconds. */
const PATIENCE_MS = 8_000;

/**
 * Sends real calls to the configured models: one with a tool and its result, one with a picture, and two that ask for JSON, one of them with
 * a tool.
 * Reports what works, what the server refused and what requests contain instead. Costs a few hundred tokens.
 * @param name the model to check; all of them if it is undefined
 */
export const checkModels = async (
  env: NodeJS.ProcessEnv,
  name: string | undefined,
): Promise<readonly CheckFinding[]> => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = z.object(modelShape).superRefine(refineModel).safeParse(given);
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => ({
      name: 'model settings',
      state: 'wrong',
      found: issue.path.slice(0, 1).join(''),
      meaning: issue.message,
    }));
  }
  const models = allModels(parsed.data);
  const chosen = name === undefined ? models : models.filter(({ alias }) => alias === name);
  if (chosen.length === 0) {
    return models.length === 0
      ? [
          {
            name: 'model',
            state: 'wrong',
            found: 'none',
            meaning: 'set MODEL_PROVIDER_API_KEY and MODEL_NAME',
          },
        ]
      : [
          {
            name: 'model',
            state: 'wrong',
            found: 'not in the settings',
            meaning: `choose from: ${namesOf(models)}`,
          },
        ];
  }
  return (await Promise.all(chosen.map(checkModel))).flat();
};

const namesOf = (models: readonly ModelSettings[]): string => models.map(({ alias }) => alias).join(', ');

const checkModel = async (settings: ModelSettings): Promise<readonly CheckFinding[]> => {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const memory = new RefusalMemory(settings);
  const client = createModelClient(settings, memory);
  const label = (part: string): string => `${settings.alias}: ${part}`;
  const [tools, picture, schema, both] = await Promise.all([
    failing(async () => probeTools(client, signal)),
    failing(async () => probePicture(client, signal)),
    failing(async () => probeSchema(settings, signal)),
    failing(async () => probeSchemaWithTools(settings, signal)),
  ]);
  const findings = [...toolFindings(settings, tools, signal.aborted)];
  // If no call works, nothing can be said about the rest.
  if (tools instanceof Error) return findings.map((one) => ({ ...one, name: label(one.name) }));
  findings.push(...memory.refused.map((refused) => refusedFinding(refused, memory)));
  findings.push(
    pictureFinding(memory.capabilities.images ? picture : 'no'),
    optional(
      'JSON schema',
      schema === true ? 'followed' : 'no',
      schema === true ? '' : 'answers in a schema are checked and corrected by the service alone',
    ),
  );
  findings.push(schemaFinding(both, memory.capabilities.schema_with_tools));
  return findings.map((one) => ({ ...one, name: label(one.name) }));
};

const pictureFinding = (picture: 'seen' | 'accepted' | 'no' | Error): CheckFinding => {
  if (picture === 'seen') return optional('pictures', 'seen', '');
  if (picture === 'accepted') {
    const meaning =
      'the answer does not name the colour of a black picture; the server may drop pictures silently';
    return optional('pictures', 'accepted, but not seen', meaning);
  }
  return optional('pictures', 'no', 'operators need OPERATOR_TOOLS=elements with this model');
};

/** @param used whether requests with tools ask for the schema */
const schemaFinding = (both: SchemaWithTools | Error, used: boolean): CheckFinding => {
  const name = 'JSON schema beside tools';
  const found = both instanceof Error ? 'refused, or no answer in time' : both;
  if (found === 'works') {
    return optional(name, found, used ? '' : 'MODEL_CAPABILITIES={"schema_with_tools":true} makes use of it');
  }
  const meaning = used
    ? 'requests ask for both: set MODEL_CAPABILITIES={"schema_with_tools":false}'
    : 'the schema is not sent together with tools; the service checks the answer';
  return { name, state: used && !(both instanceof Error) ? 'wrong' : 'note', found, meaning };
};

const optional = (name: string, found: string, meaning: string): CheckFinding => ({
  name,
  state: meaning === '' ? 'ok' : 'note',
  found,
  meaning,
});

const failing = async <T>(probe: () => Promise<T>): Promise<T | Error> => {
  try {
    return await probe();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

const toolFindings = (
  settings: ModelSettings,
  probe: ToolProbe | Error,
  late: boolean,
): readonly CheckFinding[] => {
  const found = `${settings.name} at ${hostOf(settings)}`;
  if (probe instanceof ModelError) {
    const meaning = `${probe.message} ${REMEDIES[probe.code]}`;
    return [{ name: 'call', state: 'wrong', found, meaning }];
  }
  if (probe instanceof Error) {
    const meaning = late
      ? `no complete answer within ${PATIENCE_MS / 1_000} s: a slow model needs a longer MODEL_IDLE_TIMEOUT_MS`
      : 'the call failed';
    return [{ name: 'call', state: 'wrong', found, meaning }];
  }
  const { firstMs, wholeMs, calls, answered, usage, cached } = probe;
  const first = firstMs === undefined ? '' : `first word after ${firstMs} ms, `;
  const made = `${calls} call${calls === 1 ? '' : 's'}`;
  return [
    { name: 'call', state: 'ok', found, meaning: `${first}done after ${wholeMs} ms` },
    calls > 0
      ? { name: 'tool call', state: 'ok', found: made, meaning: '' }
      : { name: 'tool call', state: 'wrong', found: 'none', meaning: NO_CALL },
    ...(calls === 0
      ? []
      : [
          answered
            ? { name: 'result of a call', state: 'ok' as const, found: 'read', meaning: '' }
            : {
                name: 'result of a call',
                state: 'wrong' as const,
                found: 'not used',
                meaning: 'the answer does not contain the result',
              },
          optional(
            'several calls in a turn',
            calls > 1 ? 'yes' : 'no',
            calls > 1 ? '' : 'works, with more turns',
          ),
        ]),
    optional(
      'token counts',
      usage ? 'reported' : 'no',
      usage ? '' : 'limits use estimates from the number of characters',
    ),
    optional('cached tokens', cached ? 'reported' : 'not reported', ''),
  ];
};

const NO_CALL =
  'the model answered without calling the tool, so no agent can work with it; servers such as vLLM need --enable-auto-tool-choice and --tool-call-parser, llama.cpp needs --jinja';

const refusedFinding = (refused: Refused, { capabilities }: RefusalMemory): CheckFinding => {
  const tokens = refused === 'max_tokens' || refused === 'max_completion_tokens';
  const instead = tokens ? (capabilities.token_parameter ?? 'no limit on the reply') : insteadOf(refused);
  return { name: 'refused', state: 'note', found: refused, meaning: `requests contain ${instead} instead` };
};

const insteadOf = (refused: Refused): string =>
  ({
    'content: null': 'an empty text',
    'content: ""': 'no content',
    'role: system': 'the instructions in the first message of the user',
    'role: developer': 'the role system',
    'consecutive messages': 'one joined message',
    images: 'a remark',
  })[refused] ?? 'nothing';

const hostOf = ({ baseUrl, provider }: ModelSettings): string =>
  baseUrl === undefined
    ? `${provider === 'anthropic' ? 'Anthropic' : 'OpenAI'}'s own API`
    : (URL.parse(baseUrl)?.host ?? baseUrl);

const REMEDIES: Readonly<Record<ModelErrorCode, string>> = {
  model_unavailable: 'Check MODEL_PROVIDER_BASE_URL, MODEL_PROXY and the network.',
  model_rate_limited: 'Try again later, or ask the provider for a higher limit.',
  model_interrupted: 'Try again; if it recurs, check the server and any proxy before it.',
  model_quota: 'Add credit at the provider.',
  model_auth: 'Check MODEL_PROVIDER_API_KEY, or api_key in MODELS.',
  model_not_found:
    'Check MODEL_NAME, and that MODEL_PROVIDER_BASE_URL ends in the path of the API, such as /v1.',
  model_endpoint:
    'The address ends in the path of the API, such as /v1. Some models of OpenAI need MODEL_PROVIDER=openai-responses.',
  model_context: 'Use a model that reads more, or start its server with a longer context.',
  model_bad_request:
    'The server names nothing that could be left out; MODEL_CAPABILITIES and MODEL_EXTRA_BODY change what is sent.',
  content_filtered: 'The filter refuses even a plain sum; loosen it at the provider.',
  model_protocol: 'Check that MODEL_PROVIDER_BASE_URL is the address of an API.',
};
