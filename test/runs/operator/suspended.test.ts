import { expect, it } from 'vitest';
import { issueKey } from '../../../src/store/keys/store.ts';
import { codeRows } from '../../helpers/sandboxes.ts';
import { turn, type, useOperatorLab } from './operators.ts';
import { onPage } from './site.ts';

const lab = await useOperatorLab();
const { service, site } = lab;
const { teamId } = service;
const { key } = await issueKey(service.database.db, { teamId, name: 'safety', scopes: ['safety'] });

const set = async (action: 'suspend' | 'resume'): Promise<number> => {
  const response = await fetch(`${service.url}/v1/govern/switches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'operators', action, reason: 'An exercise.' }),
  });
  return response.status;
};

/** Text that takes a keyboard many seconds, so that it is still being typed when the operator is suspended. */
const LONG = 'abcdefghij '.repeat(1_500);

/** Returns what the page has received so far. */
const typed = (): string => {
  const value = site.reports.findLast(({ page }) => page === 'area')?.['value'];
  return typeof value === 'string' ? value : '';
};

it(
  'a suspended operator’s desktop gets no further input, and the model goes on after that without repeating it',
  { timeout: 240_000 },
  async () => {
    const { run_id } = await lab.start({ url: 'http://claims.test/area.html', observation: 'screenshot' }, [
      turn({ action: 'click', at: onPage(300, 100) }, type(LONG)),
      turn({ action: 'finish', success: true, result: 'Stopped in the middle.' }),
    ]);
    await expect.poll(() => typed().length, { timeout: 120_000 }).toBeGreaterThan(100);

    expect(await set('suspend')).toBe(201);
    const interrupted = async (): Promise<string | undefined> =>
      (await lab.read(run_id)).steps.find(({ action }) => action === 'type')?.status;
    await expect.poll(interrupted, { timeout: 30_000 }).toBe('interrupted');
    const soFar = typed().length;
    expect(soFar).toBeLessThan(LONG.length);
    expect((await service.request('POST', '/v1/operators/run', { task: 'x' })).status).toBe(423);
    expect((await lab.read(run_id)).status).toBe('running');

    expect(await set('resume')).toBe(201);
    expect(await lab.done(run_id)).toMatchObject({ success: true, result: 'Stopped in the middle.' });
    // What the page was told before the suspension may have reached it a moment later, but no more was typed.
    expect(LONG.startsWith(typed())).toBe(true);
    expect(typed().length).toBeLessThan(LONG.length);
    const rows = await codeRows(service, run_id);
    const types = rows.filter(({ action }) => action === 'operator.type');
    expect(types.map(({ detail }) => detail['status'])).toEqual(['interrupted']);
  },
);
