import { beforeAll, expect, inject, it } from 'vitest';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { click, type DesktopLab, startDesktopLab } from './lab.ts';
import { atEnd } from '../helpers/at-end.ts';

/** A page that counts by itself, and makes a request for each number. */
const TICKS = `<body style="margin:0"><button style="position:absolute;left:0;top:0;width:300px;height:200px"
  onclick="tell({clicked: true})">Go</button>
  <script>let n = 0; setInterval(() => tell({tick: n += 1}), 50);</script>`;

let lab: DesktopLab;
const docker = connectContainerEngine(inject('dockerHost'));

beforeAll(async () => {
  lab = await startDesktopLab({ '/ticks': TICKS });
  atEnd(async () => lab.close());
}, 240_000);

const isPaused = async (): Promise<boolean> =>
  (await docker.getContainer(lab.desktop.id).inspect()).State.Paused;

const ticks = (): number => Number(lab.reports.findLast(({ tick }) => tick !== undefined)?.['tick'] ?? 0);

it(
  'the programs of a frozen desktop are stopped, continue where they were, and are removed even while they are stopped',
  { timeout: 240_000 },
  async () => {
    await lab.open('/ticks');
    await expect.poll(ticks, { timeout: 30_000 }).toBeGreaterThan(5);
    const { desktop } = lab;

    const lease = await desktop.control.takeOver('somebody', 60_000);
    desktop.freeze();
    expect(await lease.ended).toBe('frozen');
    await expect.poll(isPaused, { timeout: 30_000 }).toBe(true);
    const stopped = ticks();
    // Each of these takes several ticks of a running page.
    for (let n = 0; n < 20; n += 1) await isPaused();
    expect(ticks()).toBeLessThanOrEqual(stopped + 1);
    // A frozen desktop still delivers pictures, but calls that need its answer wait.
    expect((await desktop.screen()).width).toBe(desktop.size.width);
    const active = desktop.activeWindow();
    desktop.freeze();

    desktop.thaw();
    expect(await active).toMatch(/chrom/i);
    await expect.poll(ticks, { timeout: 30_000 }).toBeGreaterThan(stopped + 5);
    expect(await isPaused()).toBe(false);
    await lab.act(click(100, 100));
    await lab.reported(({ clicked }) => clicked === true);

    desktop.freeze();
    await expect.poll(isPaused, { timeout: 30_000 }).toBe(true);
    await desktop.close();
    await expect(docker.getContainer(desktop.id).inspect()).rejects.toMatchObject({ statusCode: 404 });
  },
);
