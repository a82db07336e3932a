import { describe, expect, it, onTestFinished } from 'vitest';
import type { ProblemBody } from '../../../src/contract/problem.ts';
import type { ModelsBody } from '../../../src/contract/models.ts';
import type { RunBody } from '../../../src/contract/run.ts';
import { parseBody } from '../../../src/ledger/entry.ts';
import { limitTeam } from '../../../src/store/models/allowed.ts';
import { modelStates } from '../../../src/store/models/states.ts';
import { anthropic } from '../../model-provider/anthropic.ts';
import { openai } from '../../model-provider/openai.ts';
import { answer, type Reply, type Said } from '../../model-provider/replies.ts';
import { byTurn, call } from '../../model-provider/scripts.ts';
import { type Script, useFakeProvider } from '../../model-provider/server.ts';
import { useService } from '../../helpers/use-service.ts';

const LIMIT = { timeout: 60_000 };

const turns: readonly Said[] = [
  call('read_case'),
  call('verify_identity'),
  call('look_up_records'),
  call('score_risk'),
  call('decide', { decision: 'approve', explanation: 'All agrees.' }),
  call('write_record'),
].map((said) => ({ ...said, usage: { input: 1_000, cached: 800, output: 10 } }));

/** Each provider's current script. */
const now: { big: Script; small: Script } = {
  big: byTurn(openai, ...turns),
  small: byTurn(anthropic, ...turns),
};
const big = await useFakeProvider(openai, (asked) => now.big(asked));
const small = await useFakeProvider(anthropic, (asked) => now.small(asked));

const service = await useService({
  provider: big,
  env: {
    MODEL_NAME: 'big',
    MODEL_FALLBACK: 'small',
    MODEL_PRICE_INPUT: '10',
    MODEL_PRICE_CACHED: '1',
    MODEL_PRICE_OUTPUT: '100',
    MODEL_CHECK_EVERY_S: '0',
    MODELS: JSON.stringify([
      {
        name: 'small',
        model: 'small-2026',
        provider: 'anthropic',
        base_url: small.baseUrl,
        api_key: 'sk-of-the-small-one',
        headers: { 'x-project': 'claims' },
        body: { metadata: { user_id: 'claims' } },
        price_input: 1,
        price_output: 2,
      },
      { name: 'forbidden', price_input: 1, price_output: 1 },
    ]),
  },
});

/** Starts a live run through the API and returns it when it has ended. */
const live = async (model?: string): Promise<RunBody> => {
  const response = await service.request('POST', '/v1/workforce/run', {
    vertical: 'kyc',
    ...(model !== undefined && { model }),
  });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  const [id = ''] = /run_[0-9a-f]+/.exec(response.headers.get('location') ?? '') ?? [];
  return service.finished(id);
};

/** Returns which model answered each turn of a run, and in place of which. */
const answeredBy = async ({ id }: RunBody): Promise<readonly string[]> => {
  const { entries } = await service.ledgerOf(id);
  return entries
    .filter(({ action }) => action === 'agent.turn')
    .map(({ detail }) => {
      const { answered_by, instead_of } = detail as { answered_by: string; instead_of?: string };
      return instead_of === undefined ? answered_by : `${answered_by} for ${instead_of}`;
    });
};

const during = (provider: 'big' | 'small', reply: Reply): void => {
  const before = now[provider];
  now[provider] = () => reply;
  onTestFinished(() => {
    now[provider] = before;
  });
};

const readyModel = async () => {
  const body = (await (await service.request('GET', '/readyz')).json()) as {
    dependencies: { model: { state: string; detail: string } };
  };
  return body.dependencies.model;
};

describe('A service with several models', () => {
  it('a request gets the model that it names, with that model’s key, headers and prices', LIMIT, async () => {
    const before = big.asked.length;
    const run = await live('small');
    expect(run).toMatchObject({
      status: 'succeeded',
      decision: 'approve',
      model: { name: 'small', turns: 6, input_tokens: 6_000, cached_tokens: 4_800, cost: 0.00612 },
    });
    expect(big.asked).toHaveLength(before);
    expect(await answeredBy(run)).toEqual(Array.from(turns, () => 'small'));
    expect(small.asked.at(-1)).toMatchObject({
      headers: { 'x-api-key': 'sk-of-the-small-one', 'x-project': 'claims' },
      body: { model: 'small-2026', metadata: { user_id: 'claims' } },
    });
  });

  it(
    'a request that names no model gets the default one, and cached tokens have their own price',
    LIMIT,
    async () => {
      const run = await live();
      // Per turn: 200 fresh, 800 cached and 10 output tokens.
      expect(run).toMatchObject({
        status: 'succeeded',
        model: { name: 'big', cached_tokens: 4_800, cost: 0.0228 },
      });
      expect(await answeredBy(run)).toEqual(Array.from(turns, () => 'big'));
      expect(await readyModel()).toMatchObject({ state: 'up' });
    },
  );

  it('another model answers during an outage, and the ledger says so', LIMIT, async () => {
    during('big', answer(503, '<html>down</html>'));
    const run = await live();
    expect(run).toMatchObject({ status: 'succeeded', decision: 'approve', model: { name: 'big' } });
    expect(await answeredBy(run)).toEqual(Array.from(turns, () => 'small for big'));
    await expect.poll(readyModel).toMatchObject({
      state: 'up',
      detail: expect.stringMatching(/^big: The model provider is unavailable.*small answers in its place/),
    });
  });

  it('a model without a stand-in fails with its provider, and /readyz says why', LIMIT, async () => {
    during('small', answer(401, { type: 'error', error: { type: 'authentication_error', message: 'x' } }));
    const run = await live('small');
    expect(run).toMatchObject({ status: 'error', error: { code: 'model_auth' } });
    await expect.poll(readyModel).toMatchObject({
      detail: expect.stringContaining('small: The model provider rejects the configured key.'),
    });
  });

  it('a refusal is stored for the other workers', LIMIT, async () => {
    const before = now.small;
    now.small = (asked) =>
      'metadata' in asked.body
        ? answer(400, {
            type: 'error',
            error: { type: 'invalid_request_error', message: 'metadata: Extra inputs are not permitted' },
          })
        : before(asked);
    onTestFinished(() => {
      now.small = before;
    });
    expect(await live('small')).toMatchObject({ status: 'succeeded' });
    const states = await modelStates(service.database.db);
    expect(states.find(({ model }) => model === 'small')).toMatchObject({ refused: ['metadata'] });
  });
});

const limited = async (models: readonly string[]): Promise<void> => {
  const { db } = service.database;
  const limit = async (to: readonly string[] | undefined) =>
    db.transaction().execute(async (tx) => limitTeam(tx, service.teamId, to));
  await limit(models);
  onTestFinished(async () => void (await limit(undefined)));
};

const refused = async (path: string, body: object): Promise<readonly [number, ProblemBody]> => {
  const response = await service.request('POST', path, body);
  return [response.status, (await response.json()) as ProblemBody];
};

/** Returns the models that the team's ledger says were refused. */
const refusals = async (): Promise<readonly unknown[]> => {
  const rows = await service.database.db
    .selectFrom('agent_actions')
    .select('body')
    .where('team_id', '=', service.teamId)
    .where('action', '=', 'model.refused')
    .orderBy('seq')
    .execute();
  return rows.map(({ body }) => parseBody(body).content.detail?.['model']);
};

describe('A team that is limited to some models', () => {
  it.for([
    ['/v1/workforce/run', { vertical: 'kyc' }],
    ['/v1/agents/tasks', { task: 'Count.' }],
    ['/v1/analyze', { question: 'How many?', data: 'a\n1\n' }],
    ['/v1/operators/run', { task: 'Look.' }],
  ] as const)(
    '%s refuses a model that does not exist, and one that the team may not use',
    async ([path, body]) => {
      await limited(['big', 'small']);
      const before = await refusals();
      expect(await refused(path, { ...body, model: 'missing' })).toMatchObject([
        422,
        { errors: [{ pointer: '/model', message: expect.stringContaining('`big`, `small`') }] },
      ]);
      expect(await refused(path, { ...body, model: 'forbidden' })).toMatchObject([
        403,
        { type: 'urn:pramaan:problem:model-not-allowed' },
      ]);
      expect(await refusals()).toEqual([...before, 'forbidden']);
    },
  );

  it('the team gets the first model that it may use, and sees only those', LIMIT, async () => {
    await limited(['small']);
    const run = await live();
    expect(run).toMatchObject({ status: 'succeeded', model: { name: 'small' } });
    const { models } = (await (await service.request('GET', '/v1/models')).json()) as ModelsBody;
    expect(models).toEqual([
      {
        name: 'small',
        default: true,
        prices: { input: 1, cached_input: 1, cache_write: 1, output: 2 },
        fallback: [],
        images: true,
        state: 'up',
      },
    ]);
  });

  it('a model that the team may not use does not answer during an outage either', LIMIT, async () => {
    await limited(['big']);
    during('big', answer(402, openai.error({ type: 'billing', message: 'x' })));
    expect(await live()).toMatchObject({ status: 'error', error: { code: 'model_quota' } });
  });
});
