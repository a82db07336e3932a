import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disableLinks, sayDisabled } from '../../../../src/governance/answers/links.ts';
import { settledLinks } from '../../../../src/governance/answers/markup.ts';
import { runs } from '../../../helpers/runs.ts';

const policy = { allow: ['good.example', '*.portal.example'] };
const safe = (text: string) => disableLinks(text, policy);

describe('Links in a model’s text', () => {
  it.each([
    ['![x](https://evil.example/p.png?d=1)', String.raw`![x]\(https[:]//evil.example/p.png?d=1)`],
    ['[x](http://evil.example)', String.raw`[x]\(http[:]//evil.example)`],
    ['![x](//evil.example/p.png)', String.raw`![x]\(//evil.example/p.png)`],
    ['![x](https:\\\\evil.example/p)', String.raw`![x]\(https[:]\\evil.example/p)`],
    ['![x](https&colon;//evil.example/p)', String.raw`![x]\(https[:]//evil.example/p)`],
    ['![x](<https://evil.example/a b>)', String.raw`![x]\(&lt;https[:]//evil.example/a b>)`],
    ['![x][1]\n\n[1]: https://evil.example/p', '![x][1]\n\n[1]\\: https[:]//evil.example/p'],
    ['[x](https://good.example@evil.example/)', String.raw`[x]\(https[:]//good.example@evil.example/)`],
    ['[x](javascript:alert(1))', String.raw`[x]\(javascript:alert(1))`],
    ['<img src="https://evil.example/p">', '&lt;img src="https[:]//evil.example/p">'],
    ['<IMG src=//evil.example/p>', '&lt;IMG src=//evil.example/p>'],
    ['see https://evil.example.', 'see https[:]//evil.example.'],
    ['see www.evil.example', 'see www[.]evil.example'],
    ['see http://2130706433/', 'see http[:]//2130706433/'],
    ['![x](https://good.example/)www.evil.example', '![x](https://good.example/)www[.]evil.example'],
    ['https://evil.example/?u=http://evil.example', 'https[:]//evil.example/?u=http[:]//evil.example'],
    ['_https://evil.example/p_', '_https[:]//evil.example/p_'],
    ['_www.evil.example_', '_www[.]evil.example_'],
    [String.raw`see https\://evil.example`, 'see https[:]//evil.example'],
    [String.raw`see https:&#x2F;\/evil.example`, String.raw`see https[:]&#x2F;\/evil.example`],
    [
      String.raw`[x](https://good.example\@evil.example)`,
      String.raw`[x]\(https[:]//good.example\@evil.example)`,
    ],
    [String.raw`[x](https:good.example\)@evil.example)`, String.raw`[x]\(https:good.example\)@evil.example)`],
    [`see https://good.example'@evil.example`, `see https[:]//good.example'@evil.example`],
    ['![x][r]\n\n> [r]: //evil.example/p', '![x][r]\n\n> [r]\\: //evil.example/p'],
    ['> ![x][r]\n>\n> [r]:\n> //evil.example/p', '> ![x][r]\n>\n> [r]\\:\n> //evil.example/p'],
    ['- [r]: <//evil.example/p>', '- [r]\\: <//evil.example/p>'],
    ['[a\\]b\nc]: //evil.example/p', '[a\\]b\nc]\\: //evil.example/p'],
    [`[${'r'.repeat(900)}]: //evil.example`, `[${'r'.repeat(900)}]\\: //evil.example`],
    [`[r]:${' '.repeat(150)}//evil.example`, `[r]\\:${' '.repeat(150)}//evil.example`],
    [String.raw`[r]: /\/evil.example`, String.raw`[r]\: /\/evil.example`],
    ['[r]: &sol;/evil.example', String.raw`[r]\: &sol;/evil.example`],
    ['<p style="background:url(//evil.example/x)">', '&lt;p style="background:url(//evil.example/x)">'],
    ['> <p\n> style=background:url(//evil.example/x)>', '> &lt;p\n> style=background:url(//evil.example/x)>'],
    ['<th/background=//evil.example/x>', '&lt;th/background=//evil.example/x>'],
    ['<javascript:alert(1)>', '&lt;javascript:alert(1)>'],
  ])('a link outside the policy is disabled: %s', (text, expected) => {
    expect(safe(text).text).toBe(expected);
    expect(safe(text).disabled).not.toEqual([]);
  });

  it.each([
    'Look at https://good.example/a?b=c, and at [this](https://docs.portal.example/x).',
    '![chart](chart-1.png) and [below](#totals)',
    'if a < b and c[0](1) then d // comment',
    '[1]: see the table',
    '> [1]: docs/table.md',
    'Options [a, b]:\n\n- //comment\n- for x in rows[1:]:\n    print(x[0]: "y")',
    'The type is List<int>, <br /> and <b>bold</b>, from <https://good.example/a?b=c>.',
    String.raw`See https://good.example/a\_b?c=1&amp;d=2, <ravi@good.example>.`,
    '["https://good.example","https://good.example/x"]',
    'The ratio is 3:4, the time 12:30, the path /tmp/out.csv.',
  ])('text without links outside the policy is unchanged: %s', (text) => {
    expect(safe(text)).toEqual({ text, disabled: [] });
    expect(sayDisabled(safe(text))).toBe(text);
  });

  it('the answer ends with a list of the disabled hosts, each named once', () => {
    const answer = sayDisabled(safe('https://evil.example/1 https://evil.example/2 <img>'));
    expect(answer).toMatch(/\n\nLinks outside the policy were disabled: evil\.example; HTML\.$/);
  });

  it('disabling links in unfinished text gives the start of the final text', () => {
    const word = fc.constantFrom(
      '![x](',
      'https://',
      'evil.example',
      'good.example',
      '/p)',
      ' ',
      '\n',
      '[1]:',
      ']:',
      '\u00a0',
      '\t',
      '>',
      '/>',
      "'",
      '@',
      '\\',
      '<',
      '<b',
      'x=',
      'img ',
      'www.',
      'word',
      '//',
      ')',
      '](',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 25 }), fc.nat(200), (words, at) => {
        const text = words.join('');
        expect(safe(text).text.startsWith(safe(settledLinks(text.slice(0, at))).text)).toBe(true);
      }),
      runs(1_000),
    );
  });
});
