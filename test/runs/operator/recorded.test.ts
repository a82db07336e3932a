import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openai } from '../../model-provider/openai.ts';
import { type Said, whole } from '../../model-provider/replies.ts';
import type { Asked } from '../../model-provider/server.ts';
import { bootOperatorLab } from './operators.ts';
import { OPERATOR_TASK } from './recorded-task.ts';

const RECORDED = new URL('../../fixtures/real-model/operator.json', import.meta.url);

const contentOf = ({ body }: Asked, from: number): string =>
  body.messages
    .slice(from)
    .map(({ content }) => JSON.stringify(content))
    .join('\n');

describe('A real model’s recorded replies', () => {
  it(
    'the recorded replies finish the desktop task by page elements and without a picture',
    {
      timeout: 300_000,
    },
    async ({ onTestFinished }) => {
      const lab = await bootOperatorLab(onTestFinished, {
        env: { OPERATOR_TOOLS: 'elements', DESKTOP_READY: '0' },
      });
      const turns = JSON.parse(await readFile(RECORDED, 'utf8')) as readonly Said[];
      const asked: Asked[] = [];
      // After the recorded calls, adds a call on an element that disappeared with its page.
      const gone: Said = { calls: [{ tool: 'click_element', arguments: { ref: 'e1' } }] };
      const said = [...turns.slice(0, -1), gone, turns.at(-1)!];
      const run = await lab.run(OPERATOR_TASK, (question) => {
        asked.push(question);
        const next = said[question.n - 1];
        return next && whole(openai, next);
      });
      expect(run).toMatchObject({
        success: true,
        ended_by: 'finish',
        result: expect.stringContaining('CLM-42'),
      });
      expect(run.steps.map(({ action, status }) => `${action} ${status}`)).toEqual([
        'click done',
        'key done',
        'type done',
        'key done',
        'click refused',
        'finish done',
      ]);
      await lab.site.reported('claim', ({ sent }) => sent === 'CLM-42');
      // The model receives the page as words before the first turn and after each call.
      expect(contentOf(asked[0]!, 2)).toContain('e1 textbox');
      expect(contentOf(asked[1]!, 3)).toContain('= \\"CLM-42\\"');
      expect(contentOf(asked[3]!, 3)).toContain('no element with this ref');
      expect(asked.map(({ raw }) => raw).join('')).not.toContain('image_url');
    },
  );
});
