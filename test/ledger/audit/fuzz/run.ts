import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyFile } from '../../../../src/cli/verify-export.ts';
import { ProvisionError } from '../../../../src/provision/problem.ts';
import { damagedCase } from './damage.ts';
import type { Case } from './exports.ts';
import { type PythonVerifier, startPython } from './python.ts';
import { createRandom } from './random.ts';

export interface Disagreement {
  readonly did: readonly string[];
  readonly ours: string;
  readonly theirs: string;
  readonly damaged: Case;
}

/** Returns the cases, out of `count`, in which the two verifiers disagree, and the number of times each verdict occurred. */
export const disagreements = async (
  count: number,
  seed: number,
): Promise<{
  readonly count: number;
  readonly kinds: Readonly<Record<string, number>>;
  readonly found: readonly Disagreement[];
}> => {
  const random = createRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const python = startPython();
  const kinds: Record<string, number> = {};
  const found: Disagreement[] = [];
  try {
    for (let n = 0; n < count; n += 1) {
      const { damaged, did } = damagedCase(random);
      const files = await written(folder, damaged);
      const [ours, theirs] = [await askOurs(files), await askPython(python, files)];
      const kind = /"kind":"(\w+)"/.exec(ours)?.[1] ?? (ours === COULD_NOT ? 'could_not_run' : 'ok');
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      if (ours !== theirs) found.push({ did, ours, theirs, damaged });
    }
  } finally {
    await python.close();
    await rm(folder, { recursive: true });
  }
  return { count, kinds, found };
};

interface Files {
  readonly export: string;
  readonly key: readonly string[];
  readonly checkpoint: readonly string[];
  readonly receipt: readonly string[];
}

const written = async (folder: string, { text, keys, checkpoints, receipts }: Case): Promise<Files> => {
  const write = async (name: string, content: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  return {
    export: await write('export.jsonl', text),
    key: keys === '' ? [] : [await write('keys.txt', keys)],
    checkpoint: await Promise.all(checkpoints.map(async (note, n) => write(`checkpoint-${n}.txt`, note))),
    receipt: await Promise.all(receipts.map(async (json, n) => write(`receipt-${n}.json`, json))),
  };
};

const COULD_NOT = 'could not run';

const askOurs = async (files: Files): Promise<string> => {
  try {
    const { json } = await verifyFile(files.export, files);
    return comparable(json);
  } catch (error) {
    if (error instanceof ProvisionError) return COULD_NOT;
    throw error;
  }
};

const askPython = async (python: PythonVerifier, files: Files): Promise<string> => {
  const options = (['key', 'checkpoint', 'receipt'] as const).flatMap((name) =>
    files[name].flatMap((path) => [`--${name}`, path]),
  );
  const { code, said } = await python.run([files.export, ...options]);
  const json = JSON.parse(said) as Record<string, unknown>;
  if (code === 2) return COULD_NOT;
  if ((code === 0) !== (json['ok'] === true)) throw new Error(`exit code ${code} with ${said}`);
  return comparable(json);
};

/** Returns the fields that both verdicts have in common. */
const comparable = ({
  ok,
  kind,
  seq,
  team_id,
  rows,
  last,
  covered,
  newer,
}: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(ok === true ? { ok, team_id, rows, last, covered, newer } : { ok, kind, seq });
