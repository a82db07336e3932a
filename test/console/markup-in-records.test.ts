import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { type OpenApi, samplesOf } from './schema-samples.ts';
import { expectText, SLOW, useConsole } from './use-console.ts';

/**
 * The service masks, clips and checks what it stores, so it would not return all of this. The console must
 * not depend on that: every text of a response is replaced by markup on its way to the browser.
 */
const { service, visit } = await useConsole();

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

/**
 * Texts whose form the page depends on: ids, times, addresses, and words of the contract that choose what is
 * shown.
 */
const KEPT =
  /^(?:(?:run|rev|file|person|team|wf|session|op)[_-][0-9a-z-]+|\d{4}-\d\d-\d\dT[\d:.]+Z|running|succeeded|error|live|open|claimed|text|review)$/;

const withMarkup = (value: unknown): unknown => {
  if (typeof value === 'string') return KEPT.test(value) ? value : MARKUP;
  if (Array.isArray(value)) return value.map(withMarkup);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withMarkup(one)]));
};

/** Replaces the texts of a response, and adds members that the run does not have. */
const spoil =
  (more: object = {}) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch();
    const body = { ...((await response.json()) as object), ...more };
    await route.fulfill({ response, json: withMarkup(body) });
  };

const since = '2026-11-29T20:00:00.000Z';
const member = { name: 'x', value: 'x', page: 1, box: [1, 1, 9, 9], confidence: 0.5, source: 'x' };
const RUN = {
  mode: 'live',
  case_id: 'x',
  decision: 'x',
  reasons: [{ code: 'x', detail: 'x' }],
  risk: { score: 1, band: 'x', rules: 'x', features: { [MARKUP]: 1 } },
  error: { code: 'x', message: 'x' },
  waiting_for: { kind: 'records', records: 'x', connector: 'x', code: 'x', since, asked_at: since },
  review: { id: 'rev_1', state: 'x', option: 'x', reason: 'x', documents: ['x'], decided_at: null },
  documents: [
    {
      file_id: `file_${'0'.repeat(32)}`,
      kind: 'x',
      why: 'x',
      pages: [{ number: 1, width: 10, height: 10, notes: ['x'], coverage: 1 }],
      members: [member, { ...member, name: 'y', source: 'handwriting' }],
    },
  ],
};

/** Events whose every text is markup. */
const EVENTS = [
  { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: MARKUP },
  { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: MARKUP, parentMessageId: 'm' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: JSON.stringify({ [MARKUP]: MARKUP }) },
  { type: 'TOOL_CALL_RESULT', toolCallId: 'c', messageId: 'r', content: MARKUP, role: 'tool' },
  { type: 'CUSTOM', name: 'egress.block', value: { host: MARKUP, rule: MARKUP, step: 1 } },
  { type: 'CUSTOM', name: 'ledger.entry', value: { id: MARKUP, action: MARKUP, summary: MARKUP } },
  {
    type: 'CUSTOM',
    name: 'model.retry',
    value: { turn: 1, attempt: 1, code: MARKUP, message: MARKUP, wait_ms: 1 },
  },
  { type: 'RUN_ERROR', message: MARKUP, code: MARKUP },
];

const stream = EVENTS.map(
  (event, at) => `id: ${at}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
);

/** Expects markup as text, and that none of it became elements or ran. */
const expectMarkup = async (page: Page, least: number): Promise<void> => {
  await expect
    .poll(async () => (await page.innerText('main')).split(MARKUP).length - 1)
    .toBeGreaterThan(least);
  expect(await page.locator('main script, main img[src="x"], [onerror]').count()).toBe(0);
  expect(await page.title()).not.toMatch(/^[12]$/);
};

it('markup in every field of a run, its documents, its events and its rows stays text', SLOW, async () => {
  const { id } = await service.finished((await service.startRun('voice', { id: 'CALL-1' })).id);
  const page = await visit({ roles: ['reviewer', 'analyst'] });
  await page.route(`**/v1/workforce/runs/${id}`, spoil(RUN));
  await page.route(`**/v1/workforce/runs/${id}/ledger`, spoil());
  await page.route(`**/v1/workforce/runs/${id}/events`, async (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: stream.join('') }),
  );
  await page.goto(`${service.url}/console/runs/${id}`);
  await expectText(page, 'onerror=');
  await expectMarkup(page, 25);
  await page.getByText('Result', { exact: true }).first().click();
  await expectMarkup(page, 26);
  // The page may be sending requests at this moment.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

it('markup in every field of a case’s form, a list and a review stays text', SLOW, async () => {
  const run = await service.finished((await service.startRun('voice', { id: 'CALL-2' })).id);
  const page = await visit({ roles: ['reviewer', 'analyst'] });
  await page.route('**/v1/workforce/verticals', async (route) => {
    const response = await route.fetch();
    const { verticals } = (await response.json()) as { verticals: { id: string; members: object[] }[] };
    const spoilt = verticals.map((one) => ({
      ...one,
      title: MARKUP,
      description: MARKUP,
      members: [{ name: MARKUP, description: MARKUP, sample: MARKUP }],
    }));
    await route.fulfill({ response, json: { verticals: spoilt } });
  });
  await page.goto(`${service.url}/console/start`);
  await page.getByRole('button', { name: 'Fill in the sample case' }).click();
  await expect.poll(async () => page.getByLabel(MARKUP).inputValue()).toBe(MARKUP);
  await expectMarkup(page, 2);

  await page.route('**/v1/workforce/runs?*', spoil());
  await page.route('**/v1/workforce/runs', spoil());
  await page.goto(`${service.url}/console/runs`);
  await expectMarkup(page, 1);

  const by = { kind: 'person', id: 'person_1', name: MARKUP };
  const decision = {
    by,
    option: 'x',
    reason: 'x',
    note: 'x',
    documents: ['x'],
    approved_amount: null,
    at: since,
  };
  await page.route(
    `**/v1/reviews/${run.review!.id}`,
    spoil({
      evidence: { [MARKUP]: [MARKUP, { [MARKUP]: MARKUP }] },
      decisions: [decision],
      comments: [{ by, text: 'x', at: since }],
    }),
  );
  await page.route(`**/v1/govern/ledger/${run.review!.id}`, spoil());
  await page.goto(`${service.url}/console/reviews/${run.review!.id}`);
  await expectText(page, 'onerror=');
  await expectMarkup(page, 10);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Every page, with the minimum number of places where it shows a text of the service. */
const PAGES: Readonly<Record<string, number>> = {
  '': 3,
  '/start': 2,
  '/runs': 2,
  '/runs/run_1': 15,
  '/ask/task': 0,
  '/ask/task/task-1': 10,
  '/ask/analysis': 0,
  '/ask/analysis/analyze-1': 20,
  '/operators': 1,
  '/operators/op_1': 6,
  '/reviews': 2,
  '/reviews/rev_1': 12,
  '/records': 1,
  '/records?kind=payouts': 1,
  '/records?kind=messages': 1,
  '/records/claims/x': 8,
  '/records/connectors': 1,
  '/ledger': 1,
  '/ledger?ref=wf-1': 1,
  '/ledger/checkpoints': 3,
  '/safety': 3,
  '/safety/systems': 3,
  '/safety/hosts': 2,
  '/rules': 1,
  '/rules/x?from=1&to=2': 10,
  '/rules/x/draft?from=1': 0,
  '/settings': 2,
  '/settings/reviews': 2,
  '/settings/webhooks': 1,
  '/settings/webhooks/wh_1': 1,
  '/settings/keys': 1,
  '/settings/people': 1,
  '/settings/sessions': 1,
};

it(
  'markup in every member of every reply that the contract names stays text, on every page',
  SLOW,
  async () => {
    const documents = ['/v1/openapi.json', '/v1/workforce/openapi.json'];
    const samples = await Promise.all(
      documents.map(async (path) =>
        samplesOf((await (await fetch(service.url + path)).json()) as OpenApi, MARKUP),
      ),
    );
    const roles = ['analyst', 'reviewer', 'operator', 'committee', 'auditor', 'safety', 'admin'] as const;
    const page = await visit({ roles });
    await page.route('**/v1/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (route.request().method() !== 'GET' || pathname === '/v1/me') return route.continue();
      const body = samples.map((sample) => sample(pathname)).find((one) => one !== undefined);
      return body === undefined ? route.continue() : route.fulfill({ json: body });
    });
    for (const [path, least] of Object.entries(PAGES)) {
      await page.goto(`${service.url}/console${path}`);
      await page.locator('main h1').waitFor();
      await expectMarkup(page, least - 1);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);
