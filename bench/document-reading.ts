// Measures how documents are read: makes documents with known values (test/fixtures/documents), reads them in a sandbox, and
// compares what was understood with those values, and the same pages with plain Tesseract. Only the half of the generator's
// choices that is kept for judging is used.
// Usage: node bench/document-reading.ts [documents of each way, default 12] [usual, hindi or hand]
import { loadavg } from 'node:os';
import { understand } from '../src/governance/documents/understanding/understand.ts';
import { judgeDocument, pageReadOf } from '../test/helpers/document-truth.ts';
import {
  HANDWRITING_FILES,
  MADE_DOCUMENT_FILES,
  type MadeKind,
  type MeasuredDocument,
  measuring,
} from '../test/helpers/made-documents.ts';
import { characterErrors } from './lib/character-errors.ts';
import { round } from './lib/load.ts';
import { openSandboxBench } from './lib/sandbox.ts';

const count = Number(process.argv[2] ?? 12);
const what = (process.argv[3] ?? 'usual') as MadeKind;
const bench = await openSandboxBench('runc', { python: 0, data: 1 });

const inSandbox = async (code: string): Promise<{ result: unknown; file: string }> => {
  const sandbox = await bench.host.open({
    profile: 'data',
    teamId: 'team_bench',
    run: 'bench',
    lifetimeMs: 240_000,
  });
  try {
    const outcome = await sandbox.run({
      language: 'python',
      code,
      files: [...MADE_DOCUMENT_FILES, ...HANDWRITING_FILES],
      timeoutMs: 230_000,
    });
    if (outcome.exit_code !== 0) throw new Error(outcome.stderr);
    const file = await sandbox.readFile('measured.json', 8 * 1024 * 1024);
    return { result: outcome.result, file: file?.content.toString() ?? '' };
  } finally {
    sandbox.retire();
  }
};

const plain = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

try {
  for (const way of ['scan', 'photo'] as const) {
    const sum = { right: 0, missing: 0, wrong: 0, wrong_digits: 0, silent: 0, wrong_kinds: 0 };
    const cost = { cpu_s: 0, plain_cpu_s: 0, mb: 0 };
    const found = { values: 0, reader: 0, plain: 0 };
    const hindi = { errors: 0, signs: 0 };
    for (let seed = 0; seed < count; seed += 3) {
      const seeds = [seed, seed + 1, seed + 2].filter((one) => one < count);
      const { file } = await inSandbox(measuring('judging', way, seeds, { plain: what === 'usual', what }));
      for (const one of JSON.parse(file) as readonly MeasuredDocument[]) {
        const document = understand(one.read.pages.map(pageReadOf));
        const { right, missing, wrong, wrongDigits, silent, kindRight } = judgeDocument(document, one.truth);
        sum.right += right.length;
        sum.missing += missing.length;
        sum.wrong += wrong.length;
        sum.wrong_digits += wrongDigits.length;
        sum.silent += silent ? 1 : 0;
        sum.wrong_kinds += kindRight ? 0 : 1;
        cost.cpu_s += one.cpu / count;
        cost.plain_cpu_s += (one.plain_cpu ?? 0) / count;
        cost.mb = Math.max(cost.mb, one.mb);
        const text = one.read.pages.map((page) => page.text).join('\n');
        for (const value of Object.values(one.truth.members)) {
          found.values++;
          found.reader += plain(text).includes(plain(value)) ? 1 : 0;
          found.plain += plain(one.plain ?? '').includes(plain(value)) ? 1 : 0;
        }
        for (const line of one.truth.hindi) {
          hindi.errors += characterErrors(line, text.split('\n'));
          hindi.signs += [...line].length;
        }
        for (const each of [
          ...missing.map((value) => `missing ${value}`),
          ...wrong.map((value) => `wrong ${value}`),
        ])
          process.stdout.write(`  ${way} ${one.seed} ${one.truth.kind}: ${each}\n`);
      }
    }
    process.stdout.write(
      `${JSON.stringify({
        bench: 'document-reading',
        what,
        way,
        documents: count,
        recall: round(sum.right / (sum.right + sum.missing), 3),
        precision: round(sum.right / (sum.right + sum.wrong), 4),
        ...sum,
        cpu_s: round(cost.cpu_s),
        plain_cpu_s: round(cost.plain_cpu_s),
        pages_per_second_per_core: round(1 / cost.cpu_s),
        mb: cost.mb,
        values_in_text: found,
        hindi_error_rate: hindi.signs === 0 ? null : round(hindi.errors / hindi.signs, 3),
        load: loadavg().map((one) => round(one, 1)),
      })}\n`,
    );
  }
  const { result } = await inSandbox('from reading import first_case\nfirst_case()');
  process.stdout.write(
    `${JSON.stringify({ bench: 'document-reading', first_case_of_3_pages_s: round(Number(result)) })}\n`,
  );
} finally {
  await bench.close();
}
