import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeRows } from '../helpers/sandboxes.ts';
import { type OperatorLab, startOperatorLab, turn } from './operators.ts';
import { onPage } from './site.ts';

let lab: OperatorLab;

beforeAll(async () => {
  lab = await startOperatorLab();
}, 900_000);

afterAll(async () => lab.close());

describe('An operator run', { timeout: 180_000 }, () => {
  it('fills and sends a form, and every action is a step, a row and a picture', async () => {
    const run = await lab.run({ url: 'http://claims.test/form.html', max_steps: 10 }, [
      turn({ action: 'screenshot' }),
      turn({ action: 'click', at: onPage(300, 80) }),
      turn({ action: 'type', text: 'Asha Rao CLM-1' }),
      turn({ action: 'key', keys: 'Return' }),
      turn({ action: 'finish', success: true, result: 'The form was sent.' }),
    ]);
    expect(run).toMatchObject({
      status: 'done',
      success: true,
      result: 'The form was sent.',
      ended_by: 'finish',
    });
    expect(run.steps.map(({ n, action }) => `${n} ${action}`)).toEqual([
      '1 screenshot',
      '2 click',
      '3 type',
      '4 key',
      '5 finish',
    ]);
    const report = await lab.site.reported('form', ({ sent }) => sent === true);
    expect(report['value']).toBe('Asha Rao CLM-1');
    const rows = await codeRows(lab.service, run.ledger_ref);
    expect(rows.map(({ action }) => action).filter((action) => action.startsWith('operator.'))).toEqual([
      'operator.screenshot',
      'operator.click',
      'operator.type',
      'operator.key',
      'operator.finish',
      'operator.end',
    ]);
    expect(JSON.stringify(rows)).not.toContain('Asha');
    const png = Buffer.from(run.final_screenshot_b64!, 'base64');
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      'PNG',
      1280,
      800,
    ]);
    expect(await lab.service.verify()).toMatchObject({ ok: true });
  });
});
