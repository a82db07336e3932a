import { expect, it } from 'vitest';
import { openai } from '../../model-provider/openai.ts';
import { whole } from '../../model-provider/replies.ts';
import { useOperatorLab } from './operators.ts';

const lab = await useOperatorLab({ env: { OPERATOR_TOOLS: 'elements', DESKTOP_READY: '0' } });

it('a model without vision picks an option and a date by element and gets an error for a value that does not fit', async () => {
  let told = '';
  const run = await lab.run({ url: 'http://claims.test/choices.html', max_steps: 10 }, ({ n, raw }) => {
    const ref = (role: string, name: string): string =>
      new RegExp(`(e\\d+) ${role} \\\\"${name}\\\\"`).exec(raw)?.[1] ?? 'e0';
    const calls = [
      { tool: 'choose_option', arguments: { ref: ref('list', 'city'), option: 'Chennai' } },
      { tool: 'type_text', arguments: { ref: ref('date', 'day'), text: '15/08/2026' } },
      { tool: 'click_element', arguments: { ref: ref('button', 'Tell') } },
      { tool: 'choose_option', arguments: { ref: ref('list', 'city'), option: 'Surat' } },
      { tool: 'finish_task', arguments: { success: true, result: 'done' } },
    ];
    told = raw;
    return whole(openai, { calls: [calls[n - 1]!] });
  });
  expect(run.steps.map(({ action, status }) => `${action} ${status}`)).toEqual([
    'fill done',
    'fill done',
    'click done',
    'fill failed',
    'finish done',
  ]);
  await lab.site.reported('choices', ({ city, day }) => city === 'Chennai' && day === '2026-08-15');
  expect(told).toContain('the field does not accept this value');
  expect(JSON.stringify(run.steps)).not.toContain('Chennai');
}, 240_000);
