import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { AskRule } from '../../src/contract/ask-rule.ts';
import { DEFAULT_POLICY } from '../../src/governance/reviews/times.ts';
import { setPolicy } from '../../src/store/reviews/policies.ts';
import { someKey } from '../helpers/actors.ts';
import { pageOf } from '../helpers/pdf.ts';
import { openai } from '../model-provider/openai.ts';
import { byTurn, kycTurns, turnOf } from '../model-provider/scripts.ts';
import { useFakeProvider } from '../model-provider/server.ts';
import { activateVertical, COMPLAINT, INVOICE } from '../helpers/team-verticals.ts';
import { expectAccessible, expectText, SLOW, useConsole, WITHOUT_POLLING } from './use-console.ts';

/** The model's second turn waits for this, so that a test sees the first one while the run goes on. */
let held = Promise.withResolvers<void>();

const [first, ...others] = kycTurns('approve', "print('from the model')");
const turns = byTurn(openai, { ...first, text: 'I read the case first.' }, ...others);
const provider = await useFakeProvider(openai, async (asked) => {
  if (turnOf(asked) === 2) await held.promise;
  return turns(asked);
});
const { service, visit } = await useConsole({ sandboxes: true, provider });

const idOf = (page: Page): string => /run_[0-9a-f]+/.exec(page.url())![0];

const start = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Start the run' }).click();
  await page.waitForURL(/\/runs\/run_/);
  return idOf(page);
};

const drop = async (page: Page, name: string, content: Buffer): Promise<void> => {
  const transfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob('${content.toString('base64')}'), (byte) => byte.codePointAt(0));
    transfer.items.add(new File([bytes], '${name}', { type: 'application/pdf' }));
    return transfer;
  })()`);
  await page.dispatchEvent('label.drop', 'drop', { dataTransfer: transfer });
  await expectText(page, `Take out ${name}`);
};

it(
  'an analyst fills in the sample case, shares the run, runs it again and finds both by their case id',
  SLOW,
  async () => {
    const page = await visit({ roles: ['analyst'], permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('link', { name: 'Start a run' }).click();
    await page.getByRole('button', { name: 'Fill in the sample case' }).click();
    await expect.poll(async () => page.getByLabel('PAN').inputValue()).toBe('ABCPK1234L');
    await expectAccessible(page);
    await page.getByLabel('Number of the case').fill('CLM-OWN-1');
    const id = await start(page);
    await expectText(page, 'Succeeded');
    await expectText(page, 'Amount compared with the cover');
    await expectText(page, 'A call to api.identity-enrichment.example was blocked');
    const { risk } = await service.run(id);
    const bars = page.getByRole('region', { name: 'Risk' }).getByRole('listitem');
    expect(await bars.count()).toBe(Object.keys(risk!.features).length);
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await expectText(page, 'The link is copied.');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${service.url}/console/runs/${id}`);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Run again' }).click();
    await expectText(page, 'This run takes the same case as');
    await expectAccessible(page);
    const again = await start(page);
    expect(again).not.toBe(id);
    expect(await service.finished(again)).toMatchObject({ case_id: 'CLM-OWN-1', mode: 'simulated' });

    await service.startRun('kyc', { id: 'CLM-OTHER' });
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByLabel('Number of the case').fill('CLM-OWN-1');
    await page.keyboard.press('Enter');
    await expect.poll(async () => page.locator('tbody tr').count()).toBe(2);
    expect(await page.locator('tbody').innerText()).not.toContain('CLM-OTHER');
  },
);

it(
  'documents are dropped on the form, and the run shows each page with a box around each value, and contradictions',
  SLOW,
  async () => {
    const page = await visit({ roles: ['analyst'] });
    await page.goto(`${service.url}/console/start?vertical=kyc`);
    await page.getByRole('button', { name: 'Fill in the sample case' }).click();
    await page.getByLabel('Number of the case').fill('CLM-PAPERS');
    const form = ['Reimbursement claim form', 'PAN: ABCPK1234L', 'Amount claimed: Rs 48,500'];
    await drop(page, 'form.pdf', pageOf('Helvetica', form));
    await drop(page, 'bill.pdf', pageOf('Helvetica', ['Final hospital bill', 'Grand Total: 45,800.00']));
    await page.getByLabel('Kind of bill.pdf').selectOption({ label: 'Hospital bill' });
    await expectAccessible(page);
    const id = await start(page);
    await expectText(page, 'DOC-CONFLICT');
    const { documents } = await service.run(id);
    const read = documents!.flatMap(({ members }) => members);
    const section = page.getByRole('region', { name: 'Documents' });
    expect(await section.locator('tbody tr').count()).toBe(read.length);
    await expectText(page, 'Sources contradict each other');
    expect(await page.getByLabel('Unmasked').count()).toBe(0);
    const show = section.getByRole('button', { name: 'Show page 1' });
    await show.first().click();
    await show.first().click();
    await expect.poll(async () => section.locator('svg.page image[href^="blob:"]').count()).toBe(2);
    expect(await section.locator('svg.page rect').count()).toBe(read.length);
    expect(await section.locator('svg.page rect.conflict').count()).toBeGreaterThan(0);
    await page.getByLabel('Unmasked').first().check();
    await expect.poll(async () => section.locator('svg.page image[href^="blob:"]').count()).toBe(2);
    await expectAccessible(page);
    const seen = await service.database.db
      .selectFrom('agent_actions')
      .select('body')
      .where('action', '=', 'vault.read')
      .execute();
    expect(seen.filter(({ body }) => body.includes('painted over'))).toHaveLength(2);
  },
);

it('a live run’s page shows a step of the model before the run has ended', SLOW, async () => {
  held = Promise.withResolvers<void>();
  const page = await visit({ roles: ['analyst'] });
  await page.addInitScript(WITHOUT_POLLING);
  await page.goto(`${service.url}/console/start?vertical=kyc`);
  await page.getByRole('button', { name: 'Fill in the sample case' }).click();
  await page.getByLabel('Number of the case').fill('CLM-LIVE');
  await page.getByLabel('Live').check();
  const id = await start(page);
  await expectText(page, 'I read the case first.');
  await expectText(page, 'The model calls: read the case');
  await expectText(page, 'fs.read');
  await expectText(page, 'Not decided yet');
  expect((await service.run(id)).status).toBe('running');
  expect(await page.innerText('body')).not.toContain('The model calls: decide');
  await expectAccessible(page);
  held.resolve();
  await expectText(page, 'The model calls: decide');
  await expectText(page, 'A call to api.identity-enrichment.example was blocked');
  await expectText(page, 'Succeeded');
  const { entries } = await service.ledgerOf(id);
  await expectText(page, entries.at(-1)!.row_hash);

  // A later viewer reads the same story.
  const later = await visit({ roles: ['viewer'] });
  await later.goto(`${service.url}/console/runs/${id}`);
  await expectText(later, 'I read the case first.');
  await expectText(later, 'The model calls: write the record');
  await later.getByText('Result', { exact: true }).first().click();
  await expect.poll(async () => later.locator('details[open] pre').count()).toBe(1);
});

it('a reviewer changes the arguments of a call about which a person is asked', SLOW, async () => {
  held.resolve();
  const { database, teamId } = service;
  const ask: AskRule[] = [{ tools: ['run_python'], verticals: ['kyc'] }];
  await database.db
    .transaction()
    .execute(async (tx) => setPolicy(tx, { teamId, actor: someKey, policy: { ...DEFAULT_POLICY, ask } }));
  const analyst = await visit({ roles: ['analyst'], name: 'Bala Sample' });
  await analyst.goto(`${service.url}/console/start?vertical=kyc`);
  await analyst.getByRole('button', { name: 'Fill in the sample case' }).click();
  await analyst.getByLabel('Number of the case').fill('CLM-ASKED');
  await analyst.getByLabel('Live').check();
  const id = await start(analyst);
  // The person who submitted the case may not decide it.
  const page = await visit({ roles: ['reviewer'] });
  await page.goto(`${service.url}/console/runs/${id}`);
  await page.getByRole('link', { name: 'A person is asked' }).click();
  await page.getByRole('button', { name: 'Take this review' }).click();
  await page.getByLabel('Approve').check();
  const given = page.getByLabel('Arguments of the call');
  expect(JSON.parse(await given.inputValue())).toEqual({ code: "print('from the model')" });
  await given.fill('no JSON');
  await expectText(page, 'This is not a JSON object.');
  expect(await page.getByRole('button', { name: 'Decide' }).isDisabled()).toBe(true);
  await given.fill(JSON.stringify({ code: "print('from a person')" }));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Decide' }).click();
  await expectText(page, 'This review is closed.');
  await service.finished(id);
  const ran = provider.asked.at(-1)!.raw;
  expect(ran).toContain('from a person');
  await page.goto(`${service.url}/console/runs/${id}`);
  await expectText(page, 'A person approved it.');
});

it('the form works with only the keyboard, in Hindi, on a phone', SLOW, async () => {
  const page = await visit({ roles: ['analyst'], viewport: { width: 390, height: 844 } });
  await page.getByLabel('Language').selectOption('hi');
  await page.goto(`${service.url}/console/start?vertical=support`);
  const fill = page.getByRole('button', { name: 'नमूना मामला भरें' });
  await fill.focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => page.getByLabel('ग्राहक').inputValue()).not.toBe('');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.getByLabel('मामले की संख्या').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/runs\/run_/);
  await expectText(page, 'सफल');
});

it(
  "a team's own verticals are started from the form of their members, found in the list, and stopped",
  SLOW,
  async () => {
    const { db } = service.database;
    await activateVertical(db, service.teamId, INVOICE);
    await activateVertical(db, service.teamId, COMPLAINT);
    const page = await visit({ roles: ['analyst', 'safety'] });
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByRole('link', { name: 'Start a run' }).click();
    await page.getByLabel('Vertical').selectOption({ label: INVOICE.title });
    await expectText(page, INVOICE.description);
    // Its document has no live runs, so nobody chooses.
    expect(await page.getByRole('radio', { name: 'Live' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Fill in the sample case' }).click();
    await page.getByLabel('lines').fill('[{"item": ');
    await page.getByRole('button', { name: 'Start the run' }).click();
    await expectText(page, 'These members cannot be read: lines.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Fill in the sample case' }).click();
    await page.getByLabel('id', { exact: true }).fill('INV-OWN-1');
    const id = await start(page);
    await expectText(page, INVOICE.title);
    expect(await service.run(id)).toMatchObject({ vertical: 'invoice', case_id: 'INV-OWN-1' });

    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByLabel('Vertical').selectOption({ label: INVOICE.title });
    await expect.poll(async () => page.locator('tbody tr').count()).toBe(1);
    await page.goto(`${service.url}/console/safety`);
    await page.getByLabel('What').selectOption({ label: COMPLAINT.title });
    await page.getByLabel('Reason').fill('An exercise.');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Yes: Stop' }).click();
    await expect.poll(async () => page.locator('li.forged').innerText()).toContain(COMPLAINT.title);
    const refused = await service.request('POST', '/v1/workforce/verticals/complaint/runs');
    expect(refused.status).toBe(423);

    await page.goto(`${service.url}/console/start?vertical=complaint`);
    await page.getByLabel('Language').selectOption('hi');
    await expectText(page, 'ज़रूरी');
    await expectText(page, COMPLAINT.title);
  },
);
