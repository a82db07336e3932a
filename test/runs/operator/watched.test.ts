import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issueKey } from '../../../src/store/keys/store.ts';
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
    const early = await lab.service.request('POST', `/v1/operators/runs/${run_id}/video`);
    expect([early.status, await early.json()]).toMatchObject([
      409,
      { type: 'urn:pramaan:problem:run-not-ended' },
    ]);
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
    await expectVideo(run_id, run.steps.length);
    expect(await lab.service.verify()).toMatchObject({ ok: true });
  });
});

interface Video {
  readonly status: string;
  readonly sha256: string;
  readonly size: number;
  readonly length_ms: number;
}

/** Has a video of a run made, plays it, and expects that it is erased with the run. */
const expectVideo = async (runId: string, steps: number): Promise<void> => {
  const path = `/v1/operators/runs/${runId}/video`;
  const asked = await lab.service.request('POST', path);
  expect([asked.status, await asked.json()]).toMatchObject([202, { status: 'making', sha256: null }]);
  const read = async (): Promise<Video> => (await (await lab.service.request('GET', path)).json()) as Video;
  await expect.poll(async () => (await read()).status, { timeout: 120_000 }).toBe('ready');
  const video = await read();
  expect(video.length_ms).toBeGreaterThanOrEqual(steps * 2_000);
  const file = await lab.service.request('GET', `${path}.webm`);
  expect(file.headers.get('content-type')).toBe('video/webm');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(video.sha256);
  expect(bytes.length).toBe(video.size);
  const player = await browser.newPage();
  const played = await player.evaluate(`(${PLAY})('${bytes.toString('base64')}')`);
  expect(played).toEqual({ width: 1_280, height: 848, seconds: video.length_ms / 1_000, error: null });
  await player.close();
  const rows = (await codeRows(lab.service, runId)).filter(({ action }) => action.includes('video'));
  const { sha256, size, length_ms } = video;
  expect(rows).toMatchObject([
    { action: 'operator.video_asked', detail: { attempt: 1 } },
    { action: 'operator.video', detail: { status: 'ready', sha256, size, length_ms } },
  ]);
  const { key } = await issueKey(lab.service.database.db, {
    teamId: lab.service.teamId,
    name: 'erasures',
    scopes: ['admin'],
  });
  const erased = await fetch(`${lab.service.url}/v1/govern/erasures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ledger_ref: runId }),
  });
  expect(erased.status).toBe(200);
  expect(await read()).toMatchObject({ status: 'erased', sha256 });
  expect((await lab.service.request('GET', `${path}.webm`)).status).toBe(404);
};

/** Opens a video, jumps to its end, and returns its size and length. */
const PLAY = `async (base64) => {
  const video = document.createElement('video');
  const at = (event) => new Promise((resolve) => video.addEventListener(event, resolve, { once: true }));
  video.src = 'data:video/webm;base64,' + base64;
  await at('loadeddata');
  video.currentTime = video.duration - 0.1;
  await at('seeked');
  const { videoWidth: width, videoHeight: height, duration } = video;
  return { width, height, seconds: Math.round(duration * 10) / 10, error: video.error };
}`;
