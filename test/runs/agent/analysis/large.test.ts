import { describe, expect, it } from 'vitest';
import type { AnalysisBody } from '../../../../src/contract/analysis.ts';
import { python, useScriptedModel } from '../../../helpers/scripted-model.ts';
import { useService } from '../../../helpers/use-service.ts';

/** Size of the dataset in megabytes. The suite sends a few; 47 is the most that 64 MiB of base64 can hold. */
const MEGABYTES = Number(process.env['LARGE_DATASET_MB'] ?? 6);

/** Returns rows of made-up payments and their exact sum in paise. */
const payments = (bytes: number): { readonly csv: Buffer; readonly rows: number; readonly paise: number } => {
  const lines = ['id,region,ts,amount,note\n'];
  let [size, rows, paise, state] = [0, 0, 0, 7];
  while (size < bytes) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const amount = state % 1_000_000;
    rows += 1;
    paise += amount;
    const day = `2026-${String((rows % 12) + 1).padStart(2, '0')}-${String((rows % 28) + 1).padStart(2, '0')}`;
    const line = `${rows},${'NSEW'[rows % 4]},${day},${(amount / 100).toFixed(2)},${'x'.repeat(rows % 40)}\n`;
    size += line.length;
    lines.push(line);
  }
  return { csv: Buffer.from(lines.join('')), rows, paise };
};

const model = await useScriptedModel();
const service = await useService({ sandboxes: true, provider: model.provider });

/** Returns the size in bytes of the largest event in a workflow's history. */
const largestEvent = async (workflowId: string): Promise<number> => {
  const { events } = await service.engine.workflow.getHandle(workflowId).fetchHistory();
  return Math.max(...(events ?? []).map((event) => Buffer.byteLength(JSON.stringify(event))));
};

describe('A large dataset', () => {
  it(
    'a large dataset reaches the sandbox by reference, and its sum is exact',
    { timeout: 580_000 },
    async () => {
      const { csv, rows, paise } = payments(MEGABYTES * 1_000_000);
      const sum = (paise / 100).toFixed(2);
      model.play('large', [
        python("print(len(df), f'{df.amount.sum():.2f}')"),
        { text: `${rows} rows, ${sum} in all.` },
      ]);
      const response = await service.request('POST', '/v1/analyze', {
        question: '[large] What is the sum of amount?',
        data_b64: csv.toString('base64'),
      });
      const body = (await response.json()) as AnalysisBody;
      expect(body).toMatchObject({
        status: 'succeeded',
        answer: `${rows} rows, ${sum} in all.`,
        unverified_numbers: [],
      });
      expect(body.steps[0]!.stdout).toBe(`${rows} ${sum}\n`);
      expect(await largestEvent(body.ledger_ref)).toBeLessThan(65_536);
    },
  );
});
