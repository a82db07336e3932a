import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentDefinition } from '../../../src/model/agents.ts';
import { digestOf, judgeTurn } from '../../../src/model/judge.ts';
import type { Turn } from '../../../src/model/client.ts';

const code = z.strictObject({ code: z.string().min(1) });
const answering: AgentDefinition = {
  name: 'answering',
  tools: [{ name: 'run_python', description: '', input: code }],
  governance: 'none',
  endsBy: 'answer',
  codeTool: 'run_python',
};
const deciding: AgentDefinition = { ...answering, endsBy: { tool: 'write_record' } };

const turn = (more: Partial<Turn>): Turn => ({
  finish: 'stop',
  text: '',
  calls: [],
  model: 'm',
  input_tokens: 1,
  output_tokens: 1,
  ...more,
});

const call = (given: Readonly<Record<string, unknown>>, tool = 'run_python') => ({
  id: 'c1',
  tool,
  arguments: given,
});

describe('Judging a turn', () => {
  it('valid calls of a turn are made, whatever its finish reason', () => {
    for (const finish of ['stop', 'length'] as const) {
      const judged = judgeTurn(turn({ finish, calls: [call({ code: '1' })] }), answering);
      expect(judged).toMatchObject({ kind: 'calls', correction: null });
    }
  });

  it('a turn with only invalid calls is corrected, and the fault tells the model where the error is', () => {
    const judged = judgeTurn(turn({ calls: [call({ source: '1' })] }), answering);
    expect(judged).toMatchObject({ kind: 'corrected', correction: 'bad_call' });
    expect(judged.calls[0]!.fault).toContain('code');
    const unknown = judgeTurn(turn({ calls: [call({}, 'shell')] }), answering);
    expect(unknown.calls[0]!.fault).toContain('run_python');
  });

  it('the valid call of a turn is made even when other calls are invalid', () => {
    const calls = [call({ source: '1' }), call({ code: '2' })];
    const judged = judgeTurn(turn({ calls }), answering);
    expect(judged.kind).toBe('calls');
    expect(judged.calls.map(({ fault }) => fault === undefined)).toEqual([false, true]);
  });

  it.each<[string, Partial<Turn>, AgentDefinition, string]>([
    ['no content', { text: '  \n' }, answering, 'empty_answer'],
    [
      'code in a fence',
      { text: 'Here:\n```python\nimport pandas as pd\nprint(1)\n```' },
      answering,
      'code_in_text',
    ],
    [
      'a call written as text',
      { text: '<tool_call>{"name": "run_python"}</tool_call>' },
      answering,
      'code_in_text',
    ],
    [
      'an unclosed fence',
      { text: '```json\n{"name": "run_python", "arguments": {"code": """' },
      answering,
      'code_in_text',
    ],
    [
      'code in several fences',
      { text: 'A:\n```py\nimport pandas\n```\nB:\n```\nprint(pandas)\n```' },
      answering,
      'code_in_text',
    ],
    [
      'raw arguments behind a channel’s name',
      { text: 'assistantcode{"code":"print(2+3)"}' },
      answering,
      'code_in_text',
    ],
    [
      'a call as JSON',
      { text: '{"name":"run_python","arguments":{"code":"print(2+3)"}}' },
      answering,
      'code_in_text',
    ],
    [
      'a list of calls in a fence',
      { text: '```\n[{"function":{"name":"run_python","arguments":"{}"}}]\n```' },
      deciding,
      'code_in_text',
    ],
    [
      'a call in a channel',
      { text: 'commentary to=functions.run_python json{"code":"print(2+3)"}' },
      answering,
      'code_in_text',
    ],
    [
      'the marks of a channel',
      { text: '<|channel|>analysis<|message|>I need to run code.' },
      answering,
      'code_in_text',
    ],
    [
      'a call of a default API',
      { text: 'default_api:run_python{code:"print(1)"}' },
      answering,
      'code_in_text',
    ],
    ['a call in DeepSeek’s marks', { text: '<｜tool▁calls▁begin｜>run_python' }, answering, 'code_in_text'],
    ['a truncated answer', { text: 'The total is', finish: 'length' }, answering, 'cut_answer'],
    ['an answer where a tool must end the loop', { text: 'All done.' }, deciding, 'no_tool_called'],
  ])('a turn with %s is corrected', (_, more, agent, correction) => {
    const judged = judgeTurn(turn(more), agent);
    expect(judged).toMatchObject({ kind: 'corrected', correction });
    expect(judged.words).not.toBe('');
  });

  it.each([
    '{"name": "Asha", "total": 5}',
    '[1, 2, 3]',
    '{"code": "A-17"}',
    'The tool run_python printed 5.',
    'I called functions.run_python. The sum is 5.',
    'The assistant commentary says 5.',
  ])('the answer %j is not mistaken for a leftover call', (text) => {
    expect(judgeTurn(turn({ text }), answering).kind).toBe('answer');
  });

  it.each(['functions.run_python', 'default_api:run_python', 'run_python<|channel|>json', ' run_python '])(
    'the name %j refers to the tool in spite of the server’s additions',
    (name) => {
      const judged = judgeTurn(turn({ calls: [call({ code: '1' }, name)] }), answering);
      expect(judged).toMatchObject({ kind: 'calls', calls: [{ tool: 'run_python' }] });
    },
  );

  it.each(['```python\nprint(1)\n```', '```\nprint(1)```', '  ```py\r\nprint(1)\r\n```\n'])(
    'the code inside the fence %j is run',
    (given) => {
      const judged = judgeTurn(turn({ calls: [call({ code: given })] }), answering);
      expect(judged.calls).toMatchObject([{ arguments: { code: 'print(1)' } }]);
    },
  );

  it('code with two fences is unchanged', () => {
    const given = '```\na\n```\n```\nb\n```';
    const judged = judgeTurn(turn({ calls: [call({ code: given })] }), answering);
    expect(judged.calls).toMatchObject([{ arguments: { code: given } }]);
  });

  it('text with a short code example counts as an answer', () => {
    const text =
      'The total is 100 for the south region, counted over two rows of the file.\n```python\ns\n```';
    expect(judgeTurn(turn({ text }), answering).kind).toBe('answer');
  });

  it.each(['`'.repeat(200_000), '```'.repeat(50_000) + '\n', 'The total is 100. ```'])(
    'text with fences that do not contain code counts as an answer',
    (text) => {
      expect(judgeTurn(turn({ text }), answering).kind).toBe('answer');
    },
  );

  it('a refused or filtered turn stops the loop even when it has calls', () => {
    const calls = [call({ code: '1' })];
    expect(judgeTurn(turn({ finish: 'refusal', calls }), answering)).toMatchObject({
      stop: 'refused',
      calls: [],
    });
    expect(judgeTurn(turn({ finish: 'content_filter' }), answering).stop).toBe('content_filtered');
  });
});

it('a call’s digest depends on its tool and arguments but not on their order', () => {
  const one = digestOf(call({ a: 1, b: [1, 2] }));
  expect(digestOf(call({ b: [1, 2], a: 1 }))).toBe(one);
  expect(digestOf(call({ b: [2, 1], a: 1 }))).not.toBe(one);
  expect(digestOf(call({ a: 1, b: [1, 2] }, 'other'))).not.toBe(one);
});
