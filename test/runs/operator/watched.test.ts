import { describe, expect, it } from 'vitest';
import { useBrowser } from '../../helpers/use-browser.ts';
import { codeRows } from '../../helpers/sandboxes.ts';
import { openai } from '../../model-provider/openai.ts';
import { whole } from '../../model-provider/replies.ts';
import { turn, useOperatorLab } from './operators.ts';
import { onPage } from './site.ts';

const lab = await useOperatorLab();
const browser = await useBrowser();

describe('A watched operator run', { timeout: 240_000 }, () => {
  it('a run is shown live at its stream_url, taken over by a person while the agent waits, and finished by the agent', async () => {
    const url = 'http://claims.test/form.html';
    const isSent = (): boolean =>
      lab.site.reports.some(({ sent, value }) => sent === true && value === 'Meera CLM-2');
    const finish = turn({ action: 'finish', success: true, result: 'A person sent the form.' });
    // Waits only a few turns until the form is sent, because fifteen looks at an unchanged screen would end the run.
    const { run_id, stream_url } = await lab.start({ url, max_steps: 100 }, () =>
      whole(openai, isSent() ? finish : turn({ action: 'wait', ms: 4_000 })),
    );
    const watcher = await browser.newPage();
    await watcher.goto(stream_url);
    await watcher.waitForSelector('body[data-connected]');
    expect(await watcher.isHidden('#take')).toBe(true);

    const response = await lab.service.request('POST', `/v1/operators/runs/${run_id}/control`);
    const { stream_url: address } = (await response.json()) as { stream_url: string };
    const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
    await page.goto(address);
    await page.waitForSelector('body[data-connected]');
    await page.click('#take');
    await page.waitForSelector('body[data-control=you]');
    await watcher.waitForSelector('body[data-control=other]');
    const canvas = (await (await page.$('canvas'))!.boundingBox())!;
    const scale = canvas.width / 1_280;
    const [x, y] = onPage(300, 80);
    await expect.poll(() => lab.site.requests, { timeout: 60_000 }).toContain('claims.test /form.html');
    // A page that has only just loaded may lose the typed text or the start of it.
    for (let tries = 0; tries < 5 && !isSent(); tries += 1) {
      await page.mouse.click(canvas.x + x * scale, canvas.y + y * scale, { clickCount: 3 });
      await page.keyboard.type('Meera CLM-2', { delay: 30 });
      await page.keyboard.press('Enter');
      await page.waitForTimeout(3_000);
    }
    expect(isSent()).toBe(true);
    await page.click('#release');
    await page.waitForSelector('body[data-control=agent]');

    const run = await lab.done(run_id);
    expect(run).toMatchObject({ success: true, result: 'A person sent the form.' });
    await watcher.waitForSelector('body[data-control=none], #status:has-text("Waiting for the desktop")');
    const rows = await codeRows(lab.service, run_id);
    const actions = rows.map(({ action }) => action);
    const [from, to] = [actions.indexOf('operator.takeover'), actions.indexOf('operator.handback')];
    expect(from).toBeGreaterThan(0);
    const between = actions.slice(from + 1, to);
    expect(between).toContain('operator.human');
    // The action in progress finishes before the person acts, and its row may be written a moment later.
    expect(between.filter((action) => action === 'operator.wait').length).toBeLessThanOrEqual(1);
    expect(actions.filter((action) => action === 'operator.view')).toHaveLength(2);
    const keys = rows
      .filter(({ action }) => action === 'operator.human')
      .map(({ detail }) => Number(detail['keys']));
    expect(keys.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual('Meera CLM-2'.length + 1);
    expect(JSON.stringify(rows)).not.toContain('Meera');
    expect(await lab.service.verify()).toMatchObject({ ok: true });
  });
});
