import { describe, expect, it } from 'vitest';
import type { ExtractionBody } from '../../../src/contract/documents.ts';
import { createGate } from '../../helpers/gate.ts';
import { startWorkerProcess } from '../../helpers/process.ts';
import { codeRows, containersOf, sandboxEnv, untilSandboxesReady } from '../../helpers/sandboxes.ts';
import { startService } from '../../helpers/service.ts';

const WHOLE = ['sandbox.open', 'sandbox.run', 'document.extract', 'sandbox.close'];

describe('A worker killed during an extraction', () => {
  it.each([
    { where: 'before its first row', step: 1, stored: false },
    { where: 'after its first row but before its confirmation', step: 1, stored: true },
    { where: 'before its last rows', step: 2, stored: false },
    { where: 'after its last rows but before its result', step: 2, stored: true },
  ])(
    'after a kill $where, another worker finishes without losing or duplicating rows',
    { timeout: 240_000 },
    async ({ step, stored }) => {
      const service = await startService({ worker: false, env: sandboxEnv() });
      const worker = await startWorkerProcess(service.env);
      let second: typeof worker | undefined;
      const gate = await createGate(service.database.adminUrl);
      try {
        await untilSandboxesReady(service);
        await gate.shut(step);
        const answer = service.request('POST', '/v1/documents/extract', { text: 'PAN ABCPK1234L' });
        await gate.reached();
        await worker.kill('SIGKILL');
        if (!stored) await gate.dropWaiters();
        await gate.open();
        second = await startWorkerProcess(service.env);

        const response = await answer;
        const body = (await response.json()) as ExtractionBody;
        expect({ status: response.status, ...body }).toMatchObject({
          status: 200,
          fields: { pan: 'ABCPK1234L' },
          valid: true,
        });
        const rows = await codeRows(service, body.ledger_ref);
        expect(rows.map((row) => row.step)).toEqual(rows.map((_, index) => index + 1));
        const bySandbox = Map.groupBy(rows, ({ detail }) => String(detail['sandbox_id']));
        const actions = [...bySandbox.values()].map((ofOne) => ofOne.map(({ action }) => action));
        // The first sandbox has rows up to the point where it was lost; the last sandbox's rows are complete.
        expect(actions.at(-1)).toEqual(WHOLE);
        const first = stored ? WHOLE.slice(0, step === 1 ? 1 : 4) : WHOLE.slice(0, step - 1);
        expect(actions.slice(0, -1)).toEqual(first.length === 0 ? [] : [first]);
        expect(await service.verify()).toMatchObject({ ok: true, checked: rows.length });
        const used = new Set(bySandbox.keys());
        const open = async () =>
          (await containersOf(service)).filter(({ Names }) => Names.some((name) => used.has(name.slice(1))));
        await expect.poll(open).toEqual([]);
      } finally {
        await gate.close();
        await second?.kill('SIGTERM');
        await worker.kill('SIGKILL').catch(() => undefined);
        await service.close();
      }
    },
  );
});
