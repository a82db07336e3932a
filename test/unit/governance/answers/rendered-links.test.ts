import { HtmlRenderer, Parser } from 'commonmark';
import fc from 'fast-check';
import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { disableLinks } from '../../../../src/governance/answers/links.ts';
import { runs } from '../../../helpers/runs.ts';

const policy = { allow: ['good.example'] };
const HOME = 'https://client.example/';
const HOSTS = new Set(['client.example', 'good.example']);
const marked = new Marked({ gfm: true });

const renderers: readonly ((text: string) => string)[] = [
  (text) => new HtmlRenderer().render(new Parser().parse(text)),
  (text) => marked.parse(text, { async: false }),
  // A client that shows the text as HTML.
  (text) => text,
];

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  colon: ':',
  sol: '/',
  lt: '<',
  gt: '>',
  quot: '"',
};
const decoded = (value: string): string =>
  value
    .replaceAll(/&#x([\da-f]{1,6});/giu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d{1,6});/gu, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&([a-z]+);/giu, (whole, name: string) => ENTITIES[name] ?? whole);

/** Reads the attributes of all tags as a browser does, with values in quotes or without. */
const attributes = (html: string): readonly (readonly [string, string])[] =>
  [...html.matchAll(/<[a-z][^\s/>]*((?:[\s/]+|[^\s/>"'=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?)*)/giu)]
    .flatMap(([, inside = '']) => [
      ...inside.matchAll(/([^\s/>"'=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*))/gu),
    ])
    .map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decoded(double ?? single ?? bare ?? ''),
    ]);

const foreign = (html: string): readonly string[] =>
  attributes(html).flatMap(([name, value]) => {
    if (['alt', 'title', 'class', 'start', 'align', 'type', 'checked', 'disabled'].includes(name)) return [];
    const isHere =
      ['href', 'src'].includes(name) &&
      URL.canParse(value, HOME) &&
      (HOSTS.has(new URL(value, HOME).host) || new URL(value, HOME).protocol === 'mailto:');
    return isHere ? [] : [`${name}=${value}`];
  });

const COLON = fc.constantFrom(':', String.raw`\:`, '&#58;', '&#x3A;', '&colon;');
const SLASH = fc.constantFrom('/', '\\', String.raw`\/`, '&sol;', '&#47;');
const ADDRESS = fc
  .tuple(
    fc.constantFrom('https', '&#104;ttps', 'HTTP', 'javascript', ''),
    COLON,
    SLASH,
    SLASH,
    fc.constantFrom(
      'evil.example/p.png?d=SECRET',
      String.raw`good.example\@evil.example/p`,
      'good.example&commat;evil.example/p',
      String.raw`good.example\)@evil.example`,
      `good.example'@evil.example`,
      'good.example\u00a0@evil.example',
      'good.example/fine',
    ),
  )
  .map(([scheme, colon, one, two, rest]) => `${scheme}${scheme === '' ? '' : colon}${one}${two}${rest}`);
const GAP = fc.constantFrom('', ' ', '\n', '     ', '\t', '\n   ');
const LABEL = fc.constantFrom('r', String.raw`a\]b`, 'two\nlines', 'r'.repeat(300), '^1');
const TAG = fc.constantFrom('p', 'tr', 'th', 'div', 'x', 'img', 'style', 'meta', 'a', '/p', 'b/');
const ATTRIBUTE = fc.constantFrom(
  'src=',
  'style=background:url(',
  'background="',
  'srcset=',
  'a href=',
  '\nhref=',
);

const TRICK = fc.oneof(
  fc.tuple(LABEL, GAP, ADDRESS).map(([label, gap, to]) => `![x][${label}]\n\n[${label}]:${gap}${to}`),
  fc.tuple(LABEL, GAP, ADDRESS).map(([label, gap, to]) => `![${label}]\n\n[${label}]:${gap}<${to}>`),
  fc.tuple(GAP, ADDRESS, GAP).map(([before, to, after]) => `![x](${before}${to}${after})`),
  fc.tuple(GAP, ADDRESS).map(([before, to]) => `[x](${before}<${to}> "title")`),
  fc.tuple(TAG, GAP, ATTRIBUTE, ADDRESS).map(([tag, gap, name, to]) => `<${tag}${gap || ' '}${name}${to}>`),
  ADDRESS.map((to) => `<${to}>`),
  ADDRESS,
  fc.constantFrom(
    'www.evil.example/p',
    'x/www.evil.example',
    '_www.evil.example_',
    '![',
    '](',
    '<',
    '`',
    '\n\n',
  ),
);

/** Puts text into a quote, a list or a list in a quote. */
const inside = (text: string, first: string, next: string): string =>
  text
    .split('\n')
    .map((line, at) => `${at === 0 ? first : next}${line}`)
    .join('\n');
const TEXT = fc
  .tuple(
    fc.array(TRICK, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(['', ''], ['> ', '> '], ['- ', '  '], ['1. ', '   '], ['* > ', '  > '], ['+ ', '']),
    fc.constantFrom('\n\n', '\n', ' ', ''),
  )
  .map(([tricks, [first, next], between]) => inside(tricks.join(between), first, next));

describe('A model’s rendered text', () => {
  it('no attribute of the rendered HTML contains a foreign host’s address', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const { text: safe } = disableLinks(text, policy);
        for (const render of renderers) expect(foreign(render(safe))).toEqual([]);
      }),
      runs(3_000),
    );
  });

  it('the same inputs do contain a foreign host’s address before their links are disabled', () => {
    const texts = fc.sample(TEXT, { numRuns: 300, seed: 1 });
    const live = texts.filter((text) => renderers.some((render) => foreign(render(text)).length > 0));
    expect(live.length).toBeGreaterThan(200);
  });
});
