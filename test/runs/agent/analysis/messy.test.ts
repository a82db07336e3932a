import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_FILES } from '../../../../src/runs/agent/analysis/sandbox-programs.ts';
import { FIRST_BUILD_MS, openTestHost, type TestHost } from '../../../helpers/sandbox-host.ts';

/**
 * Datasets as people send them, each with a careful person's interpretation, which was written down before anyone looked at the
 * code that reads them. Ambiguous data may be read either way if a note says so.
 */
const CORPORA = ['messy.jsonl', 'messy-exports.jsonl', 'messy-offices.jsonl', 'messy-desks.jsonl'].map(
  (file) =>
    readFileSync(new URL(`../../../corpora/${file}`, import.meta.url), 'utf8')
      .trim()
      .split('\n'),
);
const KINDS = CORPORA.flat().map((line) => (JSON.parse(line) as { readonly kind: string }).kind);
const PROGRAM = readFileSync(new URL('messy.py', import.meta.url), 'utf8');

let host: TestHost;
let wrong: readonly (readonly string[])[];
beforeAll(async () => {
  host = await openTestHost();
  const lines: string[] = [];
  for (const corpus of CORPORA) {
    const { stdout, stderr, exit_code } = await host.run(
      {
        code: PROGRAM,
        files: [...LOAD_FILES, { name: 'corpus', content: corpus.join('\n') }],
        timeoutMs: 110_000,
      },
      { lifetimeMs: 120_000 },
    );
    expect({ stderr, exit_code }).toEqual({ stderr: '', exit_code: 0 });
    lines.push(...stdout.trim().split('\n'));
  }
  wrong = lines.map((line) => JSON.parse(line) as readonly string[]);
}, FIRST_BUILD_MS);
afterAll(async () => host.close());

describe('A messy dataset', () => {
  it.each(KINDS.map((kind, index) => [kind, index] as const))(
    'the reader handles this kind of dataset correctly or reports the ambiguity: %s',
    (_kind, index) => {
      expect(wrong[index]).toEqual([]);
    },
  );
});
