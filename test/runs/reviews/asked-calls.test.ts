import { HttpAgent, type Interrupt } from '@ag-ui/client';
import { EventSchemas } from '@ag-ui/core/schemas';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readCall } from '../../../src/activities/agent/tool-call.ts';
import { loadConfig } from '../../../src/config.ts';
import type { ReviewBody } from '../../../src/contract/review.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { DEFAULT_POLICY } from '../../../src/governance/reviews/times.ts';
import { setPolicy } from '../../../src/store/reviews/policies.ts';
import { someKey } from '../../helpers/actors.ts';
import { startLive } from '../../helpers/live.ts';
import { openStream } from '../../helpers/live-stream.ts';
import { startApiProcess, startWorkerProcess } from '../../helpers/process.ts';
import { sendAs } from '../../helpers/send-as.ts';
import { bootService, useService } from '../../helpers/use-service.ts';
import { openai } from '../../model-provider/openai.ts';
import { byTurn, call, createRunScripts, kycTurns } from '../../model-provider/scripts.ts';
import { useFakeProvider } from '../../model-provider/server.ts';

const LIMIT = { timeout: 60_000 };

const scripts = createRunScripts();
const code = "print('from the model')";
const kyc = byTurn(openai, ...kycTurns('approve', code));
const provider = await useFakeProvider(openai, (asked) => scripts.script(asked) ?? kyc(asked));
const service = await useService({ sandboxes: true, provider });
const { db } = service.database;
const newKey = async (name: string): Promise<string> => {
  const scopes = ['reviews:read', 'reviews:decide', 'runs:read', 'runs:write', 'admin'] as const;
  return (await issueKey(db, { teamId: service.teamId, name, scopes: [...scopes] })).key;
};
const desk = await newKey('desk');
const colleague = await newKey('colleague');

const send = async (method: string, path: string, body?: object, key = desk) =>
  sendAs(key, service, method, path, body);

const policy = {
  four_eyes_above: null,
  due_minutes: 600,
  remind_minutes: 10,
  expire_minutes: 60,
  ask: [
    { tools: ['run_python'], verticals: ['kyc'] },
    { tools: ['write_record'], amount_above: 40_000 },
  ],
};
await send('PUT', '/v1/reviews/policy', policy);

let cases = 0;

/** A claim of its own stay. */
const newClaim = (amount: string) => {
  cases += 1;
  const day = String(cases).padStart(2, '0');
  return {
    ...verticals.kyc.sample,
    id: `ASK-${cases}`,
    amount,
    admission: `2026-11-${day}`,
    discharge: `2026-11-${day}`,
  };
};

const waitingOf = async (runId: string): Promise<string> => {
  await vi.waitUntil(async () => (await service.run(runId)).waiting_for !== null, {
    timeout: 60_000,
    interval: 50,
  });
  const { waiting_for: waiting } = await service.run(runId);
  if (waiting?.kind !== 'review') throw new Error('the run does not wait for a review');
  return waiting.review_id;
};

const read = async (id: string): Promise<ReviewBody> =>
  (await send('GET', `/v1/reviews/${id}`)).body as unknown as ReviewBody;

const rowsOf = async (runId: string) => {
  const { entries } = await service.ledgerOf(runId);
  return entries.filter(({ action }) => action !== 'agent.turn');
};

/** Returns a tool's last result as the model read it. */
const lastResult = (runId: string): string => {
  const messages = scripts.askedOf(runId).at(-1)!.body.messages;
  return JSON.stringify(messages.findLast(({ role }) => role === 'tool')?.content);
};

describe('A call about which the rules want a person asked', () => {
  it('an AG-UI client is interrupted, and resumes the run with changed arguments', LIMIT, async () => {
    const agent = new HttpAgent({
      url: `${service.url}/v1/workforce/run`,
      headers: { authorization: `Bearer ${desk}` },
    });
    let interrupts: readonly Interrupt[] = [];
    const seen: unknown[] = [];
    const run = async (more: object) =>
      agent.runAgent(
        { forwardedProps: { vertical: 'kyc', case: newClaim('30000') }, ...more },
        {
          onEvent: ({ event }) => void seen.push(event),
          onRunFinishedEvent: ({ event }) => {
            interrupts = event.outcome?.type === 'interrupt' ? event.outcome.interrupts : [];
          },
        },
      );
    await run({});
    expect(interrupts).toMatchObject([
      { reason: 'tool_call', toolCallId: expect.stringMatching(/^call-4-/) },
    ]);
    const [{ id }] = interrupts as [Interrupt];
    const review = await read(id);
    const runId = review.run_id!;
    expect(review).toMatchObject({
      kind: 'tool_call',
      options: ['approve', 'deny'],
      on_expiry: 'refuse',
      subject: { kind: 'tool_call', id: interrupts[0]!.toolCallId },
      evidence: { call: { tool: 'run_python', arguments: { code } } },
    });
    expect((await rowsOf(runId)).map(({ action }) => action)).not.toContain('sandbox.run');
    const payload = { approved: true, arguments: { code: "print('from a person')" } };
    const answer = { resume: [{ interruptId: id, status: 'resolved', payload }] };
    // The person who started the run may not decide it.
    await expect(run(answer)).rejects.toThrow(/another-person-needed/);
    const wrong = { option: 'approve', arguments: { code: 1 } };
    expect(await send('POST', `/v1/reviews/${id}/decide`, wrong, colleague)).toMatchObject({
      status: 409,
      problem: 'review-impossible',
    });
    agent.headers = { authorization: `Bearer ${colleague}` };
    await run(answer);
    expect(interrupts).toEqual([]);
    for (const event of seen) EventSchemas.parse(event);
    expect(await service.finished(runId)).toMatchObject({ status: 'succeeded', decision: 'approve' });
    expect(JSON.stringify(agent.messages)).toContain('from a person');
    const [ran] = (await rowsOf(runId)).filter(({ action }) => action === 'sandbox.run');
    expect(ran).toBeDefined();
    const result = scripts
      .askedOf(runId)
      .flatMap(({ body }) => body.messages)
      .find(({ role, content }) => role === 'tool' && String(content).includes('from a person'));
    expect(String(result?.content)).toContain('instead of yours');
    expect((await service.run(runId)).waiting_for).toBeNull();
  });

  it('a denied call never runs, and the model reads why', LIMIT, async () => {
    const run = await startLive(service, 'kyc', newClaim('31000'));
    const id = await waitingOf(run.id);
    const stream = await openStream(`${service.url}/v1/workforce/runs/${run.id}/events?stream=ai-sdk`, {
      key: service.key,
    });
    onTestFinished(stream.cut);
    const decide = `/v1/reviews/${id}/decide`;
    expect((await send('POST', decide, { option: 'deny' })).status).toBe(422);
    const denial = { option: 'deny', reason: 'Do not run code on this claim.' };
    const answers = await Promise.all(Array.from({ length: 20 }, async () => send('POST', decide, denial)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await service.finished(run.id)).toMatchObject({ status: 'succeeded', decision: 'approve' });
    const rows = await rowsOf(run.id);
    expect(rows.map(({ action }) => action)).not.toContain('sandbox.run');
    expect(rows.filter(({ action }) => action === 'review.refused_call')).toMatchObject([
      { detail: { tool: 'run_python', review_id: id, reason: 'Do not run code on this claim.' } },
    ]);
    const chunks = (await stream.ended()).map(({ data }) => data).join('\n');
    expect(chunks).toContain('"type":"tool-approval-request"');
    expect(chunks).toContain('"type":"tool-approval-response"');
    expect(chunks).toContain('Do not run code on this claim.');
    const again = await send('POST', decide, { option: 'approve' });
    expect(again).toMatchObject({ status: 409, problem: 'review-closed' });
    // Whatever a workflow does, no activity receives the arguments of the denied call.
    const { turn, call: index } = await db
      .selectFrom('asked_calls')
      .select(['turn', 'call'])
      .where('review_id', '=', id)
      .executeTakeFirstOrThrow();
    const { ledgerRef: ledger_ref } = run;
    const made = { team_id: service.teamId, run_id: run.id, ledger_ref, agent: 'live-kyc' };
    const vaultRing = new KeyRing(loadConfig(service.env).ENCRYPTION_KEYS, 'case-vault');
    await expect(readCall({ db, vaultRing }, { run: made, turn, index, step: 1 })).rejects.toThrow(
      'Nobody has approved this call.',
    );
  });

  it('an AG-UI client denies one call with a reason and another by cancelling it', LIMIT, async () => {
    const agent = new HttpAgent({
      url: `${service.url}/v1/workforce/run`,
      headers: { authorization: `Bearer ${colleague}` },
    });
    let interrupts: readonly Interrupt[] = [];
    const resume = async (entry: object) => {
      interrupts = [];
      await agent.runAgent({ resume: [entry] } as object, {
        onRunFinishedEvent: ({ event }) => {
          if (event.outcome?.type === 'interrupt') ({ interrupts } = event.outcome);
        },
      });
    };
    const run = await startLive(service, 'kyc', newClaim('33000'), ({ id }) =>
      scripts.add(
        id,
        byTurn(
          openai,
          call('read_case'),
          call('run_python', { code: 'print(1)' }),
          call('run_python', { code: 'print(2)' }),
          { refusal: 'I stop here.' },
        ),
      ),
    );
    const first = await waitingOf(run.id);
    const payload = { approved: false, reason: 'Wait for the discharge summary.' };
    await resume({ interruptId: first, status: 'resolved', payload });
    expect(lastResult(run.id)).toContain('Wait for the discharge summary.');
    expect(interrupts).toHaveLength(1);
    await resume({ interruptId: interrupts[0]!.id, status: 'cancelled' });
    expect(interrupts).toEqual([]);
    expect(lastResult(run.id)).toContain('A person denied run_python');
    const actions = (await rowsOf(run.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'review.refused_call')).toHaveLength(2);
    expect(actions).not.toContain('sandbox.run');
  });

  it('a call that nobody answers in time is refused', LIMIT, async () => {
    const run = await startLive(service, 'kyc', newClaim('32000'), ({ id }) =>
      scripts.add(
        id,
        byTurn(openai, call('read_case'), call('run_python', { code }), call('run_python', { code: '2' })),
      ),
    );
    const id = await waitingOf(run.id);
    await db
      .updateTable('reviews')
      .set({ remind_at: new Date(0), due_at: new Date(0), expires_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await vi.waitUntil(async () => scripts.askedOf(run.id).length === 3, { timeout: 60_000, interval: 50 });
    expect(lastResult(run.id)).toContain('Nobody approved run_python in time');
    expect((await read(id)).state).toBe('expired');
    const next = await waitingOf(run.id);
    expect(next).not.toBe(id);
    const stream = await openStream(`${service.url}/v1/workforce/runs/${run.id}/events`, {
      key: service.key,
    });
    onTestFinished(stream.cut);
    const paused = await stream.ended();
    expect(paused.at(-1)!.event).toBe('RUN_FINISHED');
    const rest = await openStream(`${service.url}/v1/workforce/runs/${run.id}/events`, {
      key: service.key,
      lastEventId: paused.at(-1)!.id,
    });
    await service.request('POST', `/v1/workforce/runs/${run.id}/cancel`);
    const types = (await rest.ended()).map(({ event }) => event);
    expect(types[0]).toBe('RUN_STARTED');
    expect(types.at(-1)).toBe('RUN_ERROR');
    expect((await read(next)).state).toBe('superseded');
    expect(await service.run(run.id)).toMatchObject({ status: 'error', waiting_for: null });
  });

  it(
    'rules by amount ask only about large cases, and a run keeps the rules under which it began',
    LIMIT,
    async () => {
      const run = await startLive(service, 'kyc', newClaim('41000'));
      await send('POST', `/v1/reviews/${await waitingOf(run.id)}/decide`, { option: 'approve' });
      await vi.waitUntil(
        async () => (await service.run(run.id)).steps.some(({ action }) => action === 'agent.decision'),
        { timeout: 30_000, interval: 50 },
      );
      await send('PUT', '/v1/reviews/policy', { ...policy, ask: [] });
      const second = await waitingOf(run.id);
      expect(await read(second)).toMatchObject({ evidence: { call: { tool: 'write_record' } } });
      expect((await rowsOf(run.id)).map(({ action }) => action)).not.toContain('db.write');
      await send('POST', `/v1/reviews/${second}/decide`, { option: 'approve' });
      expect(await service.finished(run.id)).toMatchObject({ status: 'succeeded', decision: 'approve' });
      const next = await startLive(service, 'kyc', newClaim('42000'));
      expect(await service.finished(next.id)).toMatchObject({ status: 'succeeded' });
      await send('PUT', '/v1/reviews/policy', policy);
    },
  );
});

/** Starts a run whose model states a confidence in its decision. */
const startSure = async (amount: string, confidence: number) =>
  startLive(service, 'kyc', newClaim(amount), ({ id }) =>
    scripts.add(
      id,
      byTurn(
        openai,
        ...kycTurns()
          .filter((_, index) => index !== 3)
          .map((turn) => {
            const [made] = turn.calls ?? [];
            if (made?.tool !== 'decide') return turn;
            return call('decide', { ...(made.arguments as object), confidence });
          }),
      ),
    ),
  );

describe('A rule about facts that a run finds out', () => {
  it(
    'a person is asked if the model is unsure of its decision, and the row records its confidence',
    LIMIT,
    async () => {
      const ask = [{ tools: ['write_record'], confidence_below: 0.8 }];
      await send('PUT', '/v1/reviews/policy', { ...policy, ask });
      const sure = await startSure('21000', 0.8);
      expect(await service.finished(sure.id)).toMatchObject({ status: 'succeeded', decision: 'approve' });
      const unsure = await startSure('22000', 0.7);
      const id = await waitingOf(unsure.id);
      const { evidence } = await read(id);
      expect(evidence).toMatchObject({ call: { tool: 'write_record' } });
      expect(JSON.stringify(evidence['rows'])).toContain('"confidence":0.7');
      await send('POST', `/v1/reviews/${id}/decide`, { option: 'approve' });
      expect(await service.finished(unsure.id)).toMatchObject({ status: 'succeeded', decision: 'approve' });
    },
  );

  it('a person is asked about a claim in a risk band, or whose risk is not known yet', LIMIT, async () => {
    const ask = [{ tools: ['look_up_records', 'write_record'], risk_at_least: 'medium' }];
    await send('PUT', '/v1/reviews/policy', { ...policy, ask });
    const run = await startSure('23000', 1);
    const first = await waitingOf(run.id);
    expect(await read(first)).toMatchObject({ evidence: { call: { tool: 'look_up_records' } } });
    await send('POST', `/v1/reviews/${first}/decide`, { option: 'approve' });
    // The risk of the claim is low, so nobody is asked about the record.
    expect(await service.finished(run.id)).toMatchObject({ decision: 'approve', risk: { band: 'low' } });
    await send('PUT', '/v1/reviews/policy', policy);
  });
});

describe('An answer whose processes are killed', () => {
  it(
    'the run continues once, although its worker and the API that accepted the answer are gone',
    { timeout: 300_000 },
    async () => {
      const own = await bootService(onTestFinished, { worker: false, provider });
      const wait = { timeout: 30_000, interval: 50 };
      const rules = { ...DEFAULT_POLICY, four_eyes_above: null, ask: [{ tools: ['write_record' as const] }] };
      await own.database.db
        .transaction()
        .execute(async (tx) => setPolicy(tx, { teamId: own.teamId, policy: rules, actor: someKey }));
      const doomed = await startWorkerProcess(own.env);
      const turns = kycTurns().filter((_, index) => index !== 3);
      const run = await startLive(own, 'kyc', newClaim('20000'), ({ id }) =>
        scripts.add(id, byTurn(openai, ...turns)),
      );
      await vi.waitUntil(async () => (await own.run(run.id)).waiting_for?.kind === 'review', wait);
      await doomed.kill('SIGKILL');
      // This process cannot reach Temporal, so it signals nobody before it is killed.
      const api = await startApiProcess({ ...own.env, TEMPORAL_ADDRESS: '127.0.0.1:9' });
      const { id } = await own.database.db
        .selectFrom('reviews')
        .select('id')
        .where('run_id', '=', run.id)
        .executeTakeFirstOrThrow();
      const { key } = await issueKey(own.database.db, {
        teamId: own.teamId,
        name: 'desk',
        scopes: ['reviews:decide'],
      });
      const decide = async (): Promise<number> =>
        (
          await fetch(`${api.url}/v1/reviews/${id}/decide`, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify({ option: 'approve' }),
          })
        ).status;
      const answers = await Promise.all(Array.from({ length: 100 }, decide));
      await api.kill('SIGKILL');
      expect(answers.filter((status) => status === 200)).toHaveLength(1);
      expect(answers.filter((status) => status === 409)).toHaveLength(99);
      const next = await startWorkerProcess(own.env);
      onTestFinished(async () => next.kill('SIGKILL'));
      expect(await own.finished(run.id)).toMatchObject({ status: 'succeeded', decision: 'approve' });
      const { entries } = await own.ledgerOf(run.id);
      expect(entries.filter(({ action }) => action === 'db.write')).toHaveLength(1);
      const heard = own.database.db.selectFrom('asked_calls').select('heard_at').where('review_id', '=', id);
      expect((await heard.executeTakeFirstOrThrow()).heard_at).not.toBeNull();
    },
  );
});
