import { describe, expect, it, vi } from 'vitest';
import type { RunBody } from '../../../src/contract/run.ts';
import type { TeamVertical } from '../../../src/contract/team-vertical.ts';
import { canonicalRuleSet } from '../../../src/governance/rule-sets/canonical.ts';
import { teamPrompts } from '../../../src/runs/team-verticals/live-agent.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { pageOf } from '../../helpers/pdf.ts';
import { openStream } from '../../helpers/live-stream.ts';
import { startTeamLive, storeTeamRun } from '../../helpers/team-live.ts';
import { activateVertical, COMPLAINT, INVOICE } from '../../helpers/team-verticals.ts';
import { useService } from '../../helpers/use-service.ts';
import { openai } from '../../model-provider/openai.ts';
import type { Said } from '../../model-provider/replies.ts';
import { byTurn, call, createRunScripts } from '../../model-provider/scripts.ts';
import { type Asked, useFakeProvider } from '../../model-provider/server.ts';

const LIMIT = { timeout: 60_000 };

const DELAY = { about: 'delay', demand: '1,200.00', legal: false };
const json = (answer: object): Said => ({ text: JSON.stringify(answer) });

/** The model's answers about a letter, by a word in it: the first time, and after a correction. */
const ANSWERS: Readonly<Record<string, readonly Said[]>> = {
  late: [json(DELAY)],
  court: [json({ ...DELAY, legal: true })],
  clumsy: [{ text: 'It is about a delay.' }, json(DELAY)],
  hopeless: [json({ about: 'delay' }), json({ ...DELAY, demand: 'a lot' })],
  declined: [{ refusal: 'I cannot read this.' }],
  unread: [],
};

const POLICY = {
  number: 'HI-2026-0001',
  status: 'active',
  cover_from: '2026-01-01',
  cover_to: '2026-12-31',
  since: '2024-01-01',
  sum_insured_paise: 50_000_000,
} as const;

const decide = (decision: string): Said => call('decide', { decision, explanation: 'As found.' });
const calls = (...tools: readonly string[]): readonly Said[] => tools.map((tool) => call(tool));
const usual = (decision = 'answer'): readonly Said[] => [
  ...calls('check', 'scan', 'policy', 'read', 'judge', 'look'),
  decide(decision),
  call('file'),
];

const scripts = createRunScripts();
const questions: Asked[] = [];
/** A question has a conversation of its own, which does not name the run. */
const answerQuestion = (asked: Asked) => {
  questions.push(asked);
  const letter = JSON.stringify(asked.body.messages[1]?.content);
  const said = Object.entries(ANSWERS).find(([word]) => letter.includes(word))?.[1] ?? [];
  return byTurn(openai, ...said)(asked);
};
const usualTurns = byTurn(openai, ...usual());
/** Turns of the vertical with documents. */
const papersTurns: Said[] = [];
const provider = await useFakeProvider(openai, (asked) => {
  if (!asked.raw.includes('run_')) return answerQuestion(asked);
  if (asked.raw.includes('complaint-papers')) return byTurn(openai, ...papersTurns)(asked);
  return scripts.script(asked) ?? usualTurns(asked);
});
const service = await useService({ sandboxes: true, provider });
const { db } = service.database;
await activateVertical(db, service.teamId, COMPLAINT);
await activateVertical(db, service.teamId, INVOICE);
await db
  .insertInto('policies')
  .values({ ...POLICY, team_id: service.teamId })
  .execute();

let cases = 0;
const complaint = (letter: string) => {
  cases += 1;
  return { ...COMPLAINT.sample, id: `CMP-${cases}`, letter };
};

const live = async (letter: string, turns: readonly Said[] = usual(), document: TeamVertical = COMPLAINT) => {
  const value = complaint(letter);
  const started = await startTeamLive(service, document, value, ({ id }) =>
    scripts.add(id, byTurn(openai, ...turns)),
  );
  const run = await service.finished(started.id);
  const { entries } = await service.ledgerOf(started.id);
  const rows = entries.filter(({ action }) => action !== 'agent.turn' && !action.startsWith('review.'));
  return {
    run,
    entries,
    actions: rows.map(({ action }) => action),
    codes: [...new Set(run.reasons.map(({ code }) => code))],
    record: (await service.request('GET', `/v1/collections/complaints/${value.id}`)).status,
  };
};

const { key: colleague } = await issueKey(db, {
  teamId: service.teamId,
  name: 'colleague',
  scopes: ['reviews:read', 'reviews:decide', 'safety', 'admin'],
});

const asColleague = async (method: string, path: string, body: object): Promise<number> => {
  const headers = { authorization: `Bearer ${colleague}`, 'content-type': 'application/json' };
  return (await fetch(service.url + path, { method, headers, body: JSON.stringify(body) })).status;
};

const setSwitch = async (action: string): Promise<number> =>
  asColleague('POST', '/v1/govern/switches', { scope: 'vertical:complaint', action, reason: 'A look.' });

/** Answers the review for which a run waits. */
const answerReview = async (runId: string, tool: string, option: string): Promise<void> => {
  await expect
    .poll(async () => (await service.run(runId)).waiting_for, { timeout: 30_000 })
    .toMatchObject({ kind: 'review', tool });
  const { waiting_for: waits } = await service.run(runId);
  const reviewId = (waits as { readonly review_id: string }).review_id;
  const answer = { option, ...(option === 'deny' && { reason: 'Not so.' }) };
  expect(await asColleague('POST', `/v1/reviews/${reviewId}/decide`, answer)).toBe(200);
};

const ORDER = [
  'case.check',
  'pii.scan',
  'db.query',
  'model.answer',
  'rules.apply',
  'case.review',
  'agent.decision',
  'db.write',
];

describe.concurrent('A live run of a team’s vertical', () => {
  it(
    'is streamed, calls the steps of its document, and asks the model the question of a step by itself',
    LIMIT,
    async () => {
      const value = complaint('My claim was settled late. My PAN is BNZPS4821K, my number 98765 43210.');
      const stream = await openStream(`${service.url}/v1/workforce/run`, {
        key: service.key,
        body: { vertical: 'complaint', case: value },
      });
      const events = await stream.ended();
      const id = String(stream.headers['x-run-id']);
      expect(JSON.stringify(events.at(-1))).toContain('RUN_FINISHED');
      const run = await service.finished(id);
      expect(run).toMatchObject({
        status: 'succeeded',
        mode: 'live',
        decision: 'answer',
        vertical: 'complaint',
        vertical_version: { id: 'complaint', version: 1 },
        reasons: [],
        model: { turns: 9, ended_by: 'tool' },
      });
      const { entries } = await service.ledgerOf(id);
      expect(entries.map(({ action }) => action).filter((action) => action !== 'agent.turn')).toEqual(ORDER);
      const turns = entries.filter(({ action }) => action === 'agent.turn').map(({ detail }) => detail);
      const stored = JSON.parse(canonicalRuleSet(COMPLAINT)) as TeamVertical;
      const [loop, read] = teamPrompts(stored);
      expect(turns[0]!['prompt']).toEqual({ ...loop });
      const question = turns.find((detail) => detail['question'] === 4)!;
      expect(question['prompt']).toEqual({ ...read });
      const row = entries.find(({ action }) => action === 'model.answer')!;
      expect(row).toMatchObject({
        governance: 'identifiers masked before the model',
        detail: { step: 'read', asked: true, ok: true, vertical: { id: 'complaint', version: 1 } },
      });
      const asked = questions.find(({ raw }) => raw.includes('98765') || raw.includes('settled late'))!;
      expect(asked.raw).not.toContain('BNZPS4821K');
      expect(asked.body).toMatchObject({ max_tokens: 300, response_format: { type: 'json_schema' } });
      expect(asked.body.tools).toBeUndefined();
      const record = await service.request('GET', `/v1/collections/complaints/${value.id}`);
      expect(await record.json()).toMatchObject({ record: { about: 'delay', demand: 120_000 } });
    },
  );

  it('corrects an answer once, and then takes the one that fits', LIMIT, async () => {
    const { run, actions, entries } = await live('a clumsy letter');
    expect(run).toMatchObject({ decision: 'answer', reasons: [] });
    expect(actions).toEqual(ORDER);
    const answers = entries.filter(({ detail }) => detail['question'] === 4);
    expect(answers.map(({ detail }) => detail['correction'])).toEqual(['unfit_answer', null]);
  });

  it('never approves on an answer that does not fit, or on none', LIMIT, async () => {
    const document = { ...COMPLAINT, id: 'complaint-unasked' };
    const steps = document.steps.filter(({ do: kind }) => kind !== 'review');
    const unasked = {
      ...document,
      steps: steps
        .map((step) => (step.do === 'decide' ? { ...step, approved: undefined, denied: undefined } : step))
        .map((step) =>
          step.do === 'rules'
            ? {
                ...step,
                row: { words: [{ summary: "'Judged in a ' + run.mode + ' run.'", detail: {}, shows: [] }] },
              }
            : step,
        ),
      decisions: ['answer', 'escalate'],
      tests: COMPLAINT.tests.slice(0, 1),
    };
    await activateVertical(db, service.teamId, unasked);
    const turns = usual().filter((said) => said.calls?.[0]?.tool !== 'look');
    const [hopeless, declined, unread] = await Promise.all([
      live('a hopeless letter', turns, unasked),
      live('a declined letter', turns, unasked),
      live('', turns, unasked),
    ]);
    for (const one of [hopeless, declined])
      expect([one.run.decision, one.codes]).toEqual(['escalate', ['MODEL-NO-ANSWER', 'RULE-UNKNOWN']]);
    expect([unread.run.decision, unread.codes]).toEqual([
      'escalate',
      ['CASE-MISSING', 'STEP-UNKNOWN', 'RULE-UNKNOWN'],
    ]);
    expect([hopeless, declined, unread].map(({ record }) => record)).toEqual([404, 404, 404]);
    expect(unread.entries.find(({ action }) => action === 'rules.apply')!.summary).toBe(
      'Judged in a live run.',
    );
    expect(unread.entries.some(({ detail }) => detail['question'] === 4)).toBe(false);
  });

  it('follows the order of its document whatever the model tries, and the rules decide', LIMIT, async () => {
    const turns = [
      call('file'),
      decide('answer'),
      ...calls('transfer_money', 'check', 'check', 'policy', 'scan', 'policy', 'read', 'judge', 'look'),
      decide('close'),
      ...calls('judge', 'file'),
    ];
    const { run, actions, entries, record } = await live('late again', turns);
    expect(run).toMatchObject({ status: 'succeeded', decision: 'answer' });
    expect(actions).toEqual([
      'policy.block',
      'policy.block',
      'case.check',
      'policy.block',
      'pii.scan',
      'db.query',
      'model.answer',
      'rules.apply',
      'case.review',
      'agent.decision',
      'policy.block',
      'db.write',
    ]);
    expect(entries.find(({ action }) => action === 'agent.decision')!.detail).toMatchObject({
      decision: 'answer',
      proposed: 'close',
      overruled: true,
    });
    expect(record).toBe(200);
  });

  it('lets the model hand a case to a person, and then nothing is written', LIMIT, async () => {
    const { run, codes, record } = await live('late, and rude', usual('escalate'));
    expect([run.decision, codes, record]).toEqual(['escalate', ['AGENT-ESCALATE'], 404]);
  });

  it('waits at a review, and a person’s answer decides whatever the model proposes', LIMIT, async () => {
    const value = complaint('See you in court.');
    const { id } = await startTeamLive(service, COMPLAINT, value, (run) =>
      scripts.add(run.id, byTurn(openai, ...usual())),
    );
    await answerReview(id, 'look', 'deny');
    const run = await service.finished(id);
    expect([run.decision, run.reasons.map(({ code }) => code)]).toEqual(['close', ['CMP-LEGAL']]);
    const { entries } = await service.ledgerOf(id);
    expect(entries.find(({ action }) => action === 'case.review')!.detail).toMatchObject({
      step: 'look',
      asked: true,
      approved: false,
    });
  });

  it('runs, and a simulated run is, once each, if their workflows were never started', LIMIT, async () => {
    const store = async (mode: 'live' | 'simulated') =>
      storeTeamRun(service, COMPLAINT, complaint('My claim was late.'), mode);
    const [asked, unasked] = [await store('live'), await store('simulated')];
    expect(await service.finished(asked)).toMatchObject({ status: 'succeeded', decision: 'answer' });
    // No model is asked in a simulated run, so it waits for a person.
    await vi.waitFor(
      async () => {
        expect((await service.run(unasked)).waiting_for).toMatchObject({ kind: 'review' });
      },
      { timeout: 30_000 },
    );
    expect((await service.request('POST', `/v1/workforce/runs/${unasked}/cancel`)).status).toBe(202);
    await service.finished(unasked);
    for (const id of [asked, unasked]) {
      const { entries } = await service.ledgerOf(id);
      expect(entries.filter(({ action }) => action === 'case.check')).toHaveLength(1);
    }
  });

  it('needs a document that allows live runs, and a vertical in force', async () => {
    const refused = await service.request('POST', '/v1/workforce/run', { vertical: 'invoice' });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      errors: [{ pointer: '/vertical', message: expect.stringContaining('has no live runs') as string }],
    });
    const unknown = await service.request('POST', '/v1/workforce/run', { vertical: 'nothing-here' });
    expect(unknown.status).toBe(422);
  });
});

it(
  'documents supply the members that their vertical declares, for steps and for code of the model',
  LIMIT,
  async () => {
    const papers: TeamVertical = { ...COMPLAINT, id: 'complaint-papers', documents: { policy: 'policy' } };
    await activateVertical(db, service.teamId, papers);
    const upload = async (policy: string): Promise<string> => {
      const content = pageOf('Helvetica', ['Reimbursement claim form', `Policy No: ${policy}`]);
      const response = await fetch(`${service.url}/v1/documents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/pdf' },
        body: new Uint8Array(content),
      });
      expect(response.status).toBe(201);
      return ((await response.json()) as { id: string }).id;
    };
    const [form, other] = [await upload('HI-2026-0001'), await upload('HI-2026-0777')];
    const paths = ['/v1/workforce/run', '/v1/workforce/verticals/complaint-papers/runs'] as const;
    const { policy: _, ...without }: Readonly<Record<string, unknown>> = complaint('late');
    const code = "import json; print(json.load(open('/tmp/case.json'))['policy'])";
    const [first, ...rest] = usual();
    papersTurns.push(first!, call('run_python', { code }), ...rest);
    const stream = await openStream(service.url + paths[0], {
      key: service.key,
      body: { vertical: 'complaint-papers', case: { ...without, documents: [{ file_id: form }] } },
    });
    await stream.ended();
    const id = String(stream.headers['x-run-id']);
    expect(await service.finished(id)).toMatchObject({ decision: 'answer', reasons: [] });
    const { entries } = await service.ledgerOf(id);
    expect(entries.find(({ action }) => action === 'case.check')!.detail).toMatchObject({
      members_filled: ['policy'],
      documents_read: [{ file_id: form, kind: 'claim_form' }],
    });
    const told = provider.asked.findLast(({ raw }) => raw.includes('complaint-papers'))!;
    const results = told.body.messages
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => String(content));
    expect(results[1]).toContain(String.raw`HI-2026-0001\n`);
    const conflicting = await service.request('POST', paths[1], {
      case: { ...complaint('late'), documents: [{ file_id: other }] },
    });
    const { id: simulated } = (await conflicting.json()) as RunBody;
    await answerReview(simulated, 'look', 'deny');
    const { decision, reasons } = await service.finished(simulated);
    expect([decision, reasons.map(({ code: found }) => found)]).toEqual([
      'close',
      ['DOC-CONFLICT', 'MODEL-NOT-ASKED'],
    ]);
  },
);

it('the team’s rules ask a person about a step by the common name of its tool', LIMIT, async () => {
  const ask = [{ tools: ['write_record'], verticals: ['complaint'] }];
  const policy = { four_eyes_above: null, due_minutes: 600, remind_minutes: 10, expire_minutes: 60 };
  expect(await asColleague('PUT', '/v1/reviews/policy', { ...policy, ask })).toBe(200);
  const { id } = await startTeamLive(service, COMPLAINT, complaint('late'), (run) =>
    scripts.add(run.id, byTurn(openai, ...usual())),
  );
  expect(await asColleague('PUT', '/v1/reviews/policy', { ...policy, ask: [] })).toBe(200);
  await answerReview(id, 'file', 'approve');
  expect(await service.finished(id)).toMatchObject({ status: 'succeeded', decision: 'answer' });
});

it(
  'a suspension of the vertical stops its steps and the model, and the run goes on afterwards',
  LIMIT,
  async () => {
    expect(await setSwitch('suspend')).toBeLessThan(300);
    const refused = await service.request('POST', '/v1/workforce/run', { vertical: 'complaint' });
    expect(refused.status).toBe(423);
    const { id } = await startTeamLive(service, COMPLAINT, complaint('late'), (run) =>
      scripts.add(run.id, byTurn(openai, ...usual())),
    );
    expect(scripts.askedOf(id)).toEqual([]);
    expect(await setSwitch('resume')).toBeLessThan(300);
    expect(await service.finished(id)).toMatchObject({ status: 'succeeded', decision: 'answer' });
  },
);

it(
  'a simulated run asks no model, and a person decides about the answer that its document states',
  LIMIT,
  async () => {
    const before = questions.length;
    const response = await service.request('POST', '/v1/workforce/verticals/complaint/runs', {
      case: complaint('late'),
    });
    const { id } = (await response.json()) as RunBody;
    await answerReview(id, 'look', 'approve');
    const run = await service.finished(id);
    expect(run).toMatchObject({ mode: 'simulated', decision: 'answer', model: null });
    expect(questions.length).toBe(before);
    const { entries } = await service.ledgerOf(run.id);
    expect(entries.find(({ action }) => action === 'model.answer')!.detail).toMatchObject({
      asked: false,
      reasons: [{ code: 'MODEL-NOT-ASKED' }],
    });
  },
);
