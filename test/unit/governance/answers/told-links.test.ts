import { describe, expect, it } from 'vitest';
import { disableLinksInJson, withSafeReasons } from '../../../../src/governance/answers/links-in-json.ts';

const policy = { allow: ['good.example'] };
const safe = (text: string) => disableLinksInJson(text, policy);

describe('Links in tool arguments and results', () => {
  it('JSON is still JSON after its links are disabled', () => {
    const told = { code: 'show("![x](https://evil.example/p)")', more: [{ 'www.evil.example': 1 }] };
    expect(JSON.parse(safe(JSON.stringify(told)))).toEqual({
      code: String.raw`show("![x]\(https[:]//evil.example/p)")`,
      more: [{ 'www[.]evil.example': 1 }],
    });
  });

  it('links hidden in JSON escapes are disabled', () => {
    expect(safe(String.raw`{"a":"![x](https:\/\/evil.example)"}`)).toBe(
      JSON.stringify({ a: String.raw`![x]\(https[:]//evil.example)` }),
    );
    expect(safe(String.raw`["\u0068ttps://evil.example"]`)).toBe('["https[:]//evil.example"]');
  });

  it.each([
    '{"n":12345678901234567890, "a":"https://good.example/x"}',
    String.raw`{"n":1.0,"a":"two\nlines"}`,
    'plain text',
    '{"broken": ',
    '',
  ])('text without links to disable keeps its exact spelling: %s', (text) => {
    expect(safe(text)).toBe(text);
  });

  it.each([
    'see https://evil.example/',
    '{"broken": "https://evil.example/',
    `${'['.repeat(100_000)}https://e.test`,
  ])('links are disabled in text that is not JSON', (text) => {
    expect(safe(text)).toBe(text.replace('https:', 'https[:]'));
  });
});

describe('A run’s reasons', () => {
  it('reasons contain no live link outside the policy', () => {
    const run = {
      id: 'a',
      reasons: [{ code: 'AGENT-ESCALATE', detail: 'the agent: ![x](//evil.example/p)' }],
    };
    expect(withSafeReasons(run, policy)).toEqual({
      id: 'a',
      reasons: [{ code: 'AGENT-ESCALATE', detail: String.raw`the agent: ![x]\(//evil.example/p)` }],
    });
  });
});
