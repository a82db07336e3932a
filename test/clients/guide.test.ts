import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
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
const PROGRAM = fileURLToPath(new URL('guide.py', import.meta.url));

/** Each response has what the guide shows first under the same heading. */
const expectGuide = (found: Shown): void => {
  expect(found).toHaveLength(12);
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
  it('the TypeScript client gets what the guide shows', async () => {
    expectGuide(await guideByClient(service.url, service.key));
  });

  it.skipIf(python === undefined)('the Python client gets what the guide shows', async () => {
    const env = { PRAMAAN_URL: service.url, PRAMAAN_KEY: service.key };
    const lines = (await python!.run(PROGRAM, [], env)).trim().split('\n');
    expectGuide(lines.map((line) => JSON.parse(line) as Shown[number]));
  });

  it.skipIf(python === undefined)('the Python client and its example have strict types', async () => {
    expect(await python!.mypy('clients/python/pramaan', PROGRAM)).toBe('');
  });
});
