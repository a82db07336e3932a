import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperatorLab } from './operators.ts';

/** Writes a run's screen after each step into the folder SCREENS, for debugging. */
export const dumpScreens = async (lab: OperatorLab, runId: string): Promise<void> => {
  const folder = process.env['SCREENS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const { steps } = await lab.read(runId);
  for (const { n, action } of steps) {
    const picture = await lab.service.request('GET', `/v1/operators/runs/${runId}/screenshots/${n}`);
    if (picture.status !== 200) continue;
    const name = `${runId.slice(-4)}-${String(n).padStart(3, '0')}-${action}.png`;
    await writeFile(join(folder, name), Buffer.from(await picture.arrayBuffer()));
  }
};
