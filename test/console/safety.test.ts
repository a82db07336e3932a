import { expect, it } from 'vitest';
import { SUPPORT } from '../../src/governance/rule-sets/built-in/support.ts';
import { allowForTeam } from '../../src/store/egress-lists/egress-lists.ts';
import { requireSecondPerson } from '../../src/store/switches/switches.ts';
import { expectAccessible, expectFocus, expectText, SLOW, useConsole } from './use-console.ts';

const { service, visit } = await useConsole();

it(
  'a person suspends everything with a reason and a second click, and only somebody else can resume it',
  SLOW,
  async () => {
    const { database, teamId } = service;
    await database.db.transaction().execute(async (tx) => requireSecondPerson(tx, teamId, true));
    const first = await visit({ roles: ['safety'], name: 'Asha Sample' });
    await first.getByRole('link', { name: 'Safety' }).click();
    await expectText(first, 'Nothing is suspended.');
    const stop = first.getByRole('button', { name: 'Stop', exact: true });
    expect(await stop.isDisabled()).toBe(true);
    await first.getByLabel('Reason').fill('The model approves what it should not.');
    await stop.click();
    await expectText(first, 'Stop “Everything”?');
    await expectAccessible(first);
    await first.getByRole('button', { name: 'No, go back' }).click();
    expect(await (await service.request('POST', '/v1/workforce/verticals/it/runs')).json()).toHaveProperty(
      'id',
    );
    await stop.click();
    await expectFocus(first, 'button:text-is("Yes: Stop")');
    await first.keyboard.press('Enter');
    await expectText(first, /Stopped\. \d+ pieces of work were under way\./);
    expect((await service.request('POST', '/v1/workforce/verticals/it/runs')).status).toBe(423);
    await first.getByRole('button', { name: 'Resume: Everything' }).click();
    await first.getByLabel('Reason').first().fill('Corrected.');
    await first.getByRole('button', { name: 'Resume', exact: true }).click();
    await expectText(first, 'You stopped this, so somebody else has to agree.');
    expect(await first.getByRole('link', { name: 'Open the review' }).getAttribute('href')).toMatch(
      /\/reviews\/rev_/,
    );
    const second = await visit({
      roles: ['safety'],
      name: 'Bala Sample',
      viewport: { width: 390, height: 844 },
    });
    await second.goto(`${service.url}/console/safety`);
    await second.getByRole('button', { name: 'Resume: Everything' }).click();
    await second.getByLabel('Reason').first().fill('Corrected.');
    await second.getByRole('button', { name: 'Resume', exact: true }).click();
    await expectText(second, 'Nothing is suspended.');
    expect(await second.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await expectAccessible(second);
    // The first page notices the change by itself.
    await expectText(first, 'Nothing is suspended.');
  },
);

it('the inventory shows who answers for a system, and hosts are read-only', SLOW, async () => {
  await allowForTeam(service.database.db, service.teamId, '*.bank.example');
  const page = await visit({ roles: ['safety'] });
  await page.goto(`${service.url}/console/safety/systems`);
  await page.getByRole('button', { name: 'Edit: vertical:kyc' }).click();
  await page.getByLabel('Who answers for it').fill('Claims department');
  await page.getByLabel('Risk tier').selectOption('high');
  await page.getByLabel('Next review').fill('2027-03-31');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectText(page, 'Claims department');
  await expectText(page, '31 Mar 2027');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  expect((await download).suggestedFilename()).toContain('systems.csv');
  await page.getByRole('link', { name: 'Hosts' }).click();
  await expectText(page, '*.bank.example');
  await expectAccessible(page);
});

it(
  'a draft of rules is written, checked, proposed, compared, approved by somebody else, put in force and taken out',
  SLOW,
  async () => {
    const id = SUPPORT.id;
    const analyst = await visit({ roles: ['analyst'], name: 'Asha Sample' });
    await analyst.goto(`${service.url}/console/rules/${id}`);
    await analyst.getByRole('link', { name: 'Write the next version' }).click();
    const text = analyst.getByLabel('Document (JSON)');
    await expect.poll(async () => text.inputValue()).toContain('"version": 4');
    const written = await text.inputValue();
    await text.fill(written.replace('intent == ', 'intention == '));
    await analyst.getByRole('button', { name: 'Check it' }).click();
    await expect
      .poll(async () => analyst.getByRole('table', { name: 'Faults' }).innerText())
      .toMatch(/tables\.\S+/);
    await expectAccessible(analyst);
    await text.fill(written.replace('Customer support ticket', 'Stricter support'));
    await analyst.getByRole('button', { name: 'Check it' }).click();
    await expectText(analyst, 'No fault was found. Its 1 test passes.');
    await analyst.getByRole('button', { name: 'Save the draft' }).click();
    await analyst.getByRole('link', { name: 'Open the rule set, where it is proposed' }).click();
    await analyst.getByRole('button', { name: 'Propose: 4' }).click();
    await analyst.getByRole('button', { name: 'Yes: Propose' }).click();
    await expectText(analyst, 'Proposed');
    expect(await analyst.getByRole('button', { name: 'Approve: 4' }).count()).toBe(0);
    const committee = await visit({ roles: ['committee'], name: 'Bala Sample' });
    await committee.getByRole('link', { name: 'Rules', exact: true }).click();
    await expectText(committee, /3 \(The service\)/);
    await committee.goto(`${service.url}/console/rules/${id}?from=3&to=4`);
    await expectText(committee, 'Stricter support');
    await expectAccessible(committee);
    await committee.getByRole('button', { name: 'Approve: 4' }).click();
    await committee.getByRole('button', { name: 'Yes: Approve' }).click();
    await committee.getByRole('button', { name: 'Put in force' }).click();
    await committee.getByLabel('Reason').fill('Too strict.');
    await committee.getByRole('button', { name: 'Take out of force' }).click();
    await expectText(committee, 'rules.rolled_back');
    await expectText(committee, 'Retired');
  },
);
