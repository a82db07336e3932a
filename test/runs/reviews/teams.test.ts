import { expect, it, vi } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import type { ReviewBody } from '../../../src/contract/review.ts';
import { verticals } from '../../../src/governance/verticals/index.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { ensureTeam } from '../../../src/store/keys/team.ts';
import { DIGEST_PURPOSE } from '../../../src/store/records/digest.ts';
import { startLive } from '../../helpers/live.ts';
import { sendAs } from '../../helpers/send-as.ts';
import { useService } from '../../helpers/use-service.ts';
import { openai } from '../../model-provider/openai.ts';
import { byTurn, createRunScripts, kycTurns } from '../../model-provider/scripts.ts';
import { useFakeProvider } from '../../model-provider/server.ts';

const WAIT = { timeout: 60_000, interval: 50 };
const MINUTE_MS = 60_000;

const scripts = createRunScripts();
const provider = await useFakeProvider(openai, scripts.script);
const service = await useService({ provider });
const { db } = service.database;
const ring = new KeyRing(loadConfig(service.env).ENCRYPTION_KEYS, DIGEST_PURPOSE);

interface Run {
  readonly id: string;
  readonly status: string;
  readonly review: { readonly id: string } | null;
  readonly waiting_for: { readonly kind: string; readonly review_id: string } | null;
}

/** Creates a team with rules of its own, and returns the operations of its key. */
const newTeam = async (name: string, policy: object) => {
  const { id: teamId } = await ensureTeam(db, { name, demoRecords: ring });
  const scopes = ['admin', 'runs:read', 'runs:write', 'reviews:read', 'reviews:decide'] as const;
  const { key } = await issueKey(db, { teamId, name: 'desk', scopes: [...scopes] });
  const send = async (method: string, path: string, body?: object) =>
    sendAs(key, service, method, path, body);
  expect((await send('PUT', '/v1/reviews/policy', policy)).status).toBe(200);
  const read = async (id: string) => (await send('GET', `/v1/workforce/runs/${id}`)).body as unknown as Run;
  return {
    teamId,
    send,
    read,
    review: async (id: string) => (await send('GET', `/v1/reviews/${id}`)).body as unknown as ReviewBody,
    ended: async (id: string): Promise<Run> => {
      await vi.waitUntil(async () => (await read(id)).status !== 'running', WAIT);
      return read(id);
    },
    /** Returns the review that a live run waits for, other than one that it has waited for before. */
    waitingOf: async (id: string, before?: string): Promise<string> =>
      vi.waitUntil(async () => {
        const { waiting_for: waiting } = await read(id);
        return waiting !== null && waiting.review_id !== before && waiting.review_id;
      }, WAIT),
  };
};

type Team = Awaited<ReturnType<typeof newTeam>>;

const times = { due_minutes: 600, remind_minutes: 5, expire_minutes: 120 };
const careful = await newTeam('careful', {
  ...times,
  four_eyes_above: 0,
  ask: [{ tools: ['look_up_records'] }],
  ask_minutes: 10,
});
const quick = await newTeam('quick', {
  ...times,
  due_minutes: 30,
  four_eyes_above: null,
  ask: [{ tools: ['write_record'], amount_above: 1_000 }],
  ask_minutes: 90,
});

const minutesUntilDue = ({ created_at: created, due_at: due }: ReviewBody): number =>
  Math.round((Date.parse(due) - Date.parse(created)) / MINUTE_MS);

const startLiveOf = async ({ teamId }: Team): Promise<string> => {
  const turns = kycTurns().filter(({ calls }) => calls?.[0]?.tool !== 'run_python');
  const { id } = await startLive({ ...service, teamId }, 'kyc', verticals.kyc.sample, (run) =>
    scripts.add(run.id, byTurn(openai, ...turns)),
  );
  return id;
};

it('runs of two teams at once ask about the calls that the rules of their own team name', async () => {
  const [one, other] = [await startLiveOf(careful), await startLiveOf(quick)];
  const [first, second] = [await careful.waitingOf(one), await quick.waitingOf(other)];
  const [asked, askedOther] = [await careful.review(first), await quick.review(second)];
  expect(asked.evidence).toMatchObject({ call: { tool: 'look_up_records' } });
  expect(askedOther.evidence).toMatchObject({ call: { tool: 'write_record' } });
  expect([minutesUntilDue(asked), minutesUntilDue(askedOther)]).toEqual([10, 90]);

  // Neither team sees or decides the other one's reviews.
  for (const [team, id] of [
    [careful, second],
    [quick, first],
  ] as const) {
    expect((await team.send('GET', `/v1/reviews/${id}`)).status).toBe(404);
    expect((await team.send('POST', `/v1/reviews/${id}/decide`, { option: 'approve' })).status).toBe(404);
    const { body } = await team.send('GET', '/v1/reviews');
    expect(JSON.stringify(body)).not.toContain(id);
  }
  for (const [team, id, run] of [
    [careful, first, one],
    [quick, second, other],
  ] as const) {
    expect((await team.send('POST', `/v1/reviews/${id}/decide`, { option: 'approve' })).status).toBe(200);
    expect(await team.ended(run)).toMatchObject({ status: 'succeeded', waiting_for: null });
  }
  const calls = await db
    .selectFrom('asked_calls')
    .select(['team_id', 'tool'])
    .where('run_id', 'in', [one, other])
    .execute();
  expect(calls.toSorted((a, b) => a.tool.localeCompare(b.tool))).toEqual([
    { team_id: careful.teamId, tool: 'look_up_records' },
    { team_id: quick.teamId, tool: 'write_record' },
  ]);
});

/** Submits a claim that a machine must not decide. */
const reviewOf = async (team: Team): Promise<ReviewBody> => {
  const { body } = await team.send('POST', '/v1/workforce/verticals/kyc/runs', {
    case: { ...verticals.kyc.sample, id: 'TWO-1', pan: 'not a PAN', policy: 'HI-1001' },
  });
  const { review } = await team.ended((body as unknown as Run).id);
  return team.review(review!.id);
};

it('escalations of two teams have the times and the number of people that their own team sets', async () => {
  const [one, other] = [await reviewOf(careful), await reviewOf(quick)];
  expect([one.four_eyes, other.four_eyes]).toEqual([true, false]);
  expect([minutesUntilDue(one), minutesUntilDue(other)]).toEqual([600, 30]);
  // Changing one team's rules leaves those of the other unchanged.
  const rules = { ...times, four_eyes_above: null, ask: [] };
  expect((await careful.send('PUT', '/v1/reviews/policy', rules)).status).toBe(200);
  expect((await careful.send('GET', '/v1/reviews/policy')).body).toMatchObject({ version: 2, ask: [] });
  expect((await quick.send('GET', '/v1/reviews/policy')).body).toMatchObject({
    version: 1,
    due_minutes: 30,
    ask: [{ tools: ['write_record'] }],
  });
  const first = await careful.send('GET', '/v1/reviews/policy/versions?limit=1');
  expect(first.body).toMatchObject({ versions: [{ version: 2, ask: [] }] });
  const { next_cursor: cursor } = first.body as { next_cursor: string };
  const second = await careful.send('GET', `/v1/reviews/policy/versions?limit=1&cursor=${cursor}`);
  expect(second.body).toMatchObject({
    versions: [{ version: 1, four_eyes_above: 0, set_by: { kind: 'key' } }],
    next_cursor: null,
  });
  // A cursor of another list, which has a second page, is refused.
  await reviewOf(careful);
  const { body: runs } = await careful.send('GET', '/v1/workforce/runs?limit=1');
  const foreign = (runs as { next_cursor: string }).next_cursor;
  expect(foreign).toEqual(expect.any(String));
  expect((await careful.send('GET', `/v1/reviews/policy/versions?cursor=${foreign}`)).status).toBe(422);
  const others = await quick.send('GET', '/v1/reviews/policy/versions');
  expect(others.body).toMatchObject({ versions: [{ version: 1 }] });
});
