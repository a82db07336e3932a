// Makes the operator guide's pictures from real runs. Starts its own service with a scripted model; the pages, programs and live
// view in the pictures are real.
// Usage: node scripts/operator-pictures.ts
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startCodeService } from '../bench/lib/code-service.ts';
import type { OperatorRunBody } from '../src/contract/operator.ts';
import { ensureContainerEngine } from '../src/provision/docker.ts';
import { createProgress } from '../src/process/progress.ts';
import { connectContainerEngine } from '../src/sandbox/connect.ts';
import { imageSettings } from '../src/sandbox/image-settings.ts';
import { createImages } from '../src/sandbox/images.ts';
import { ensureBrowser } from '../test/helpers/browser.ts';
import { modelEnv } from '../test/helpers/live.ts';
import { openai } from '../test/model-provider/openai.ts';
import type { Said } from '../test/model-provider/replies.ts';
import { byTurn } from '../test/model-provider/scripts.ts';
import { startFakeProvider } from '../test/model-provider/server.ts';
import { onPage } from '../test/runs/operator/site.ts';
import { palettePng } from './palette-png.ts';

const FOLDER = new URL('../docs/operators/', import.meta.url);
const MOST_BYTES = 100_000;

const CLAIM = `<!doctype html><meta charset=utf-8><title>Claim form</title>
<style>body{margin:0;font:18px sans-serif;background:#f4f6f8} main{position:absolute;left:100px;top:20px;width:760px;
background:#fff;border:1px solid #cfd6dd;border-radius:8px;height:470px} h1{font-size:24px;margin:20px 30px} label,input,
button,output{position:absolute;left:30px} input{width:680px;height:44px;font:inherit;padding:0 10px;box-sizing:border-box}
button{height:48px;width:180px;font:inherit;background:#0b5cad;color:#fff;border:0;border-radius:6px}</style>
<main><h1>Hospital claim</h1><form onsubmit="this.out.value='Claim '+this.claim.value+' was received.';return false">
<label style="top:80px">Claim</label><input name=claim autocomplete=off style="top:106px">
<label style="top:166px">Name of the insured</label><input name=who autocomplete=off style="top:192px">
<label style="top:252px">What happened</label><input name=what autocomplete=off style="top:278px">
<button style="top:350px">Send</button><output name=out style="top:420px"></output></form></main>`;

const act = (...actions: readonly object[]): readonly Said[] =>
  actions.map((action) => ({ calls: [{ tool: 'computer', arguments: action }] }));
const field = (y: number) => ({ action: 'click', at: onPage(400, y) });
const typed = (text: string) => ({ action: 'type', text });
const done = { action: 'finish', success: true, result: 'Done.' };

/** The model's script for each run. The run's last screen becomes the picture. */
const RUNS: Readonly<Record<string, readonly Said[]>> = {
  form: act(
    field(148),
    typed('CLM-1'),
    field(234),
    typed('आशा राव (Asha Rao)'),
    field(320),
    typed('Cataract surgery, one day in hospital'),
    { action: 'click', at: onPage(220, 394) },
    done,
  ),
  writer: act(
    { action: 'open_app', app: 'writer' },
    { action: 'key', keys: 'ctrl+b' },
    typed('Claim CLM-1: what is still missing\n'),
    { action: 'key', keys: 'ctrl+b' },
    typed('\nDear Ms Rao,\n\nthank you for your claim. Two papers are missing:\n'),
    typed('the discharge summary and the pharmacy bill.\n\nकृपया इन्हें सात दिनों में भेजें।\n'),
    { action: 'wait', ms: 800 },
    done,
  ),
  calc: act(
    { action: 'open_app', app: 'calc' },
    typed('Branch\tClaims\tPaid (₹)\nPune\t42\t1840000\nSurat\t31\t1295000\nनागपुर\t18\t640000\n'),
    typed('Sum\t=SUM(B2:B4)\t=SUM(C2:C4)\n'),
    { action: 'wait', ms: 800 },
    done,
  ),
};

const progress = createProgress(process.stderr);
const engine = await ensureContainerEngine(progress, { env: process.env });
if ('off' in engine) throw new Error(engine.off);
const images = createImages({
  docker: connectContainerEngine(engine.host),
  settings: imageSettings(process.env),
});
await progress.step('Desktop image', async (report) => images.ensure('desktop', report));

const site = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(CLAIM);
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const { port } = site.address() as AddressInfo;

let watched = true;
const provider = await startFakeProvider(openai, (asked) => {
  const [name = ''] = /picture of \w+/.exec(asked.raw) ?? [];
  const turns = RUNS[name.replace('picture of ', '')];
  if (turns !== undefined) return byTurn(openai, ...turns)(asked);
  // In the run that is taken over by a person, the agent waits until the run ends.
  const looking = Array.from({ length: 40 }, () => act({ action: 'wait', ms: 1_500 })[0]!);
  return watched
    ? byTurn(openai, ...looking)(asked)
    : byTurn(openai, ...Array.from(looking, () => act(done)[0]!))(asked);
});
const service = await startCodeService(engine.host, {
  ...modelEnv(provider.baseUrl, { MODEL_IDLE_TIMEOUT_MS: '60000' }),
  EGRESS_ALLOW: 'claims.test',
  EGRESS_PINNED: `claims.test=127.0.0.1:${port}`,
  SANDBOX_MAX: '2',
});

const start = async (picture: string): Promise<string> => {
  const page = picture === 'form' || picture === 'live-view' ? { url: 'http://claims.test/' } : {};
  const body = { task: `A picture of ${picture}.`, max_steps: 60, ...page };
  return (await service.ask<{ run_id: string }>('POST', '/v1/operators/run', body)).run_id;
};
const ended = async (id: string): Promise<OperatorRunBody> => {
  for (;;) {
    const run = await service.ask<OperatorRunBody>('GET', `/v1/operators/runs/${id}`);
    if (run.status === 'done') return run;
    await sleep(300);
  }
};
const keep = async (page: Page, name: string, png: Buffer): Promise<void> => {
  const small = await palettePng(page, png);
  if (small.length > MOST_BYTES) throw new Error(`${name} has ${small.length} bytes`);
  await writeFile(new URL(`${name}.png`, FOLDER), small);
  console.log(`${fileURLToPath(new URL(`${name}.png`, FOLDER))}: ${small.length} bytes`);
};

/** Returns a picture of the live-view page while a person is in control and fills in the form. */
const liveView = async (browser: Browser): Promise<Buffer> => {
  const id = await start('live-view');
  const { stream_url } = await service.ask<{ stream_url: string }>(
    'POST',
    `/v1/operators/runs/${id}/control`,
  );
  const page = await browser.newPage({ viewport: { width: 1_280, height: 856 } });
  await page.goto(stream_url);
  await page.waitForSelector('body[data-connected]', { timeout: 60_000 });
  // The desktop's browser takes a few seconds to start.
  await sleep(8_000);
  await page.click('#take');
  await page.waitForSelector('body[data-control=you]');
  const canvas = (await (await page.$('canvas'))!.boundingBox())!;
  const scale = canvas.width / 1_280;
  const [x, y] = onPage(400, 148);
  await page.mouse.click(canvas.x + x * scale, canvas.y + y * scale);
  await page.keyboard.type('CLM-2: typed by a person', { delay: 30 });
  await sleep(1_000);
  const png = await page.screenshot();
  await page.click('#release');
  watched = false;
  await ended(id);
  await page.close();
  return png;
};

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
try {
  await mkdir(FOLDER, { recursive: true });
  const blank = await browser.newPage();
  for (const name of Object.keys(RUNS)) {
    const run = await ended(await start(name));
    if (run.success !== true) throw new Error(`the run for ${name} failed (${run.ended_by})`);
    await keep(blank, name, Buffer.from(run.final_screenshot_b64!, 'base64'));
  }
  await keep(blank, 'live-view', await liveView(browser));
} finally {
  await browser.close();
  await service.close();
  await provider.close();
  site.close();
  await engine.stop?.();
}
