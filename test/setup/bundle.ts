import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleWorkflows } from '../../src/temporal/bundle.ts';

/** Bundles the workflow code, which is all that replay tests need. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-bundle-'));
  const path = join(folder, 'workflows.js');
  await writeFile(path, (await bundleWorkflows()).code);
  project.provide('workflowBundle', path);
  return async () => rm(folder, { recursive: true });
}
