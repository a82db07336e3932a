import { describe, expect, it, onTestFinished } from 'vitest';
import { makePan } from '../../helpers/identifiers.ts';
import { codeRows } from '../../helpers/sandboxes.ts';
import { bootOperatorLab, turn, useOperatorLab } from './operators.ts';
import { onPage } from './site.ts';

const pan = makePan(7);
const lab = await useOperatorLab();

describe('An operator run', { timeout: 180_000 }, () => {
  it('a run fills and sends a form, and every action is a step, a row and a picture', async () => {
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

  it('a run records in each turn that the model sees the task unmasked, and shows its usage', async () => {
    const task = `Look up the holder of ${pan}.`;
    const used = { usage: { input: 700, output: 30 } };
    const run = await lab.run({ task, max_steps: 10 }, [
      { ...turn({ action: 'cursor' }), ...used },
      { ...turn({ action: 'finish', success: true, result: 'Done.' }), ...used },
    ]);
    expect(lab.provider.asked.at(-1)!.raw).toContain(pan);
    const turns = (await codeRows(lab.service, run.ledger_ref)).filter(
      ({ action }) => action === 'agent.turn',
    );
    expect(turns.map(({ governance }) => governance)).toEqual([
      'task and screen sent to the model unmasked',
      'task and screen sent to the model unmasked',
    ]);
    expect(run.model).toMatchObject({ turns: 2, tool_calls: 2, input_tokens: 1_400, output_tokens: 60 });
  });

  it.each([
    ['MODEL_RUN_TOKENS', '1000', 'max_tokens'],
    ['MODEL_RUN_COST', '0.5', 'max_cost'],
  ])('a run ends at the limit set by %s', async (name, value, code) => {
    const bounded = await bootOperatorLab(onTestFinished, {
      env: { [name]: value, MODEL_PRICE_INPUT: '1000', DESKTOP_READY: '0' },
    });
    const look = { ...turn({ action: 'cursor' }), usage: { input: 600, output: 1 } };
    const run = await bounded.run({ max_steps: 10 }, [look, look, look, look]);
    expect(run).toMatchObject({ success: false, ended_by: code });
    expect(run.model!.turns).toBe(code === 'max_cost' ? 1 : 2);
  });
});
