import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { useOperatorLab } from '../runs/operator/operators.ts';
import { OPERATOR_TASK } from '../runs/operator/recorded-task.ts';
import { startRealModel } from './server.ts';

const model = await startRealModel(inject('realModel'));
afterAll(model.close);
const lab = await useOperatorLab({
  env: {
    MODEL_PROVIDER_BASE_URL: model.baseUrl,
    MODEL_NAME: 'qwen2.5-coder-1.5b-instruct',
    MODEL_TEMPERATURE: '0',
    MODEL_MAX_OUTPUT_TOKENS: '200',
    MODEL_IDLE_TIMEOUT_MS: '600000',
    MODEL_TURN_TIMEOUT_MS: '800000',
    OPERATOR_TOOLS: 'elements',
  },
});

describe('A real small model', () => {
  it.each([1, 2])(
    'the model finishes a task on a desktop (run %i of 2)',
    { timeout: 1_800_000 },
    async (time) => {
      const from = model.trace.length;
      const sent = lab.site.reports.length;
      const begun = performance.now();
      const run = await lab.run({ ...OPERATOR_TASK, timeout_ms: 1_700_000 }, []);
      const turns = model.trace.slice(from).map(({ said }) => said);
      const folder = new URL('../../var/real-model/', import.meta.url);
      await mkdir(folder, { recursive: true });
      await writeFile(new URL('operator.json', folder), `${JSON.stringify(turns, null, 2)}\n`);
      const seconds = Math.round((performance.now() - begun) / 1_000);
      process.stderr.write(
        `operator ${time}: ${turns.length} turns in ${seconds} s; ${run.ended_by}: ${run.result}\n`,
      );
      expect(run).toMatchObject({ success: true, ended_by: 'finish' });
      expect(lab.site.reports.slice(sent)).toContainEqual({ page: 'claim', x: 0, sent: 'CLM-42' });
      expect(await lab.service.verify()).toMatchObject({ ok: true });
    },
  );
});
