import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseSync } from 'vite';

const ROOT = new URL('../../../console/src/', import.meta.url).pathname;

/** Attributes that people read or hear. */
const READ: ReadonlySet<string> = new Set(['aria-label', 'alt', 'label', 'legend', 'placeholder', 'title']);

/** Names of formats and the product, which are the same in every language. */
const SAME: ReadonlySet<string> = new Set(['JSON Lines', 'OCSF 1.3.0', 'Pramaan', 'UTC', 'Python', 'Bash']);

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly name?: { readonly name?: string };
  readonly openingElement?: Node;
}

const isWords = (value: unknown): value is string =>
  typeof value === 'string' && /[A-Za-z]{2}/.test(value) && !SAME.has(value.trim());

/** Returns the texts in a file's markup itself, where no catalogue translates them. */
const bareTexts = (code: string): readonly string[] => {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value, name, openingElement } = node as Node;
    // Commands are the same in every language.
    if (openingElement?.name?.name === 'code') return;
    if (type === 'JSXText' && isWords(value)) found.push(value.trim());
    if (type === 'JSXAttribute' && READ.has(name?.name ?? '')) {
      const text = (value as Node | null)?.value;
      if (isWords(text)) found.push(`${name?.name}=${text}`);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync('page.tsx', code).program);
  return found;
};

it('the check finds texts and labels in markup, and accepts code and names of formats', () => {
  const page =
    '<p title="Bare" class="quiet"><code>npm start</code>Hello {t("app.home")} <b aria-label={x}>UTC</b></p>;';
  expect(bareTexts(page)).toEqual(['title=Bare', 'Hello']);
});

it('no page of the console has a text that is not in the catalogues', () => {
  const files = globSync('**/*.tsx', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(90);
  const found = files.flatMap((path) =>
    bareTexts(readFileSync(ROOT + path, 'utf8')).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});
