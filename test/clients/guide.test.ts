import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { createImages } from '../../src/sandbox/images.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { expectLike, guideExamples } from '../helpers/guide.ts';
import { GUIDE_ANSWERS } from '../helpers/guide-answers.ts';
import { installPythonClient } from '../helpers/python-client.ts';
import { useService } from '../helpers/use-service.ts';
import { openai } from '../model-provider/openai.ts';
import { useFakeProvider } from '../model-provider/server.ts';
import { guideByClient } from './guide.ts';

type Shown = Awaited<ReturnType<typeof guideByClient>>;

const provider = await useFakeProvider(openai, GUIDE_ANSWERS);
const service = await useService({ sandboxes: true, provider });
const python = await installPythonClient();
const { key: adminKey } = await issueKey(service.database.db, {
  teamId: service.teamId,
  name: 'administrator',
  scopes: ['admin', 'people', 'safety', 'reviews:decide'],
});
const env = { PRAMAAN_URL: service.url, PRAMAAN_KEY: service.key, PRAMAAN_ADMIN_KEY: adminKey };
const PROGRAM = fileURLToPath(new URL('guide.py', import.meta.url));

const MARK = '\u0001';
let outputs: string[];

beforeAll(async () => {
  // The image is built on first use, which takes minutes on a new machine.
  await createImages({
    docker: connectContainerEngine(inject('dockerHost')),
    settings: imageSettings(process.env),
  }).ensure('desktop');
  // Uses one shell for all examples, because later ones use variables that earlier ones set.
  const script = `set -euo pipefail\n${guideExamples.map((example) => example.script).join(`printf '${MARK}'\n`)}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    env: { ...process.env, ...env },
    timeout: 240_000,
  });
  outputs = stdout.split(MARK);
}, 600_000);

/** Checks that the stream contains each line shown, in this order. A line that contains … only has to match up to that point. */
const expectLines = (stream: string, shown: string): void => {
  let rest = stream.split('\n');
  for (const line of shown.split('\n')) {
    const start = line.split('…')[0]!;
    const at = rest.findIndex((one) => (line.includes('…') ? one.startsWith(start) : one === line));
    expect(at, `${line}\nin: ${rest.slice(0, 5).join('\n')}`).toBeGreaterThanOrEqual(0);
    rest = rest.slice(at + 1);
  }
};

/** Each response equals the first one that the guide shows under the same heading. */
const expectGuide = (found: Shown): void => {
  expect(found).toHaveLength(23);
  for (const { heading, value } of found) {
    const { shown } = guideExamples.find(
      (example) => example.heading === heading && example.shown !== undefined,
    )!;
    if (typeof shown !== 'string') expectLike(value, shown, heading);
    else {
      const events = [...shown.matchAll(/^event: (\S+)$/gm)].map(([, event]) => event!);
      expect([heading, ...events].slice(1).every((event) => (value as string[]).includes(event))).toBe(true);
      expect((value as string[]).at(-1)).toBe('RUN_FINISHED');
    }
  }
};

describe('docs/api.md', () => {
  it('every example has a response', () => {
    expect(guideExamples.length).toBeGreaterThanOrEqual(6);
    expect(outputs).toHaveLength(guideExamples.length);
  });

  it.each(
    guideExamples.map(
      ({ script, shown }, index) => [script.trim().split('\n').at(-1)!.slice(0, 60), index, shown] as const,
    ),
  )('curl gets what the guide shows for %s', (_title, index, shown) => {
    expect(shown).toBeDefined();
    if (typeof shown === 'string') expectLines(outputs[index]!, shown);
    else expectLike(JSON.parse(outputs[index]!), shown, '');
  });

  it('the TypeScript client gets what the guide shows', async () => {
    expectGuide(await guideByClient(service.url, service.key, adminKey));
  });

  it.skipIf(python === undefined)('the Python client gets what the guide shows', async () => {
    const lines = (await python!.run(PROGRAM, [], env)).trim().split('\n');
    expectGuide(lines.map((line) => JSON.parse(line) as Shown[number]));
  });

  it.skipIf(python === undefined)('the Python client and its example have strict types', async () => {
    expect(await python!.mypy('clients/python/pramaan', PROGRAM)).toBe('');
  });
});
