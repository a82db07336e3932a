import { execFile } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const VERSION = '1.38.0';

/** Installs oasdiff from the Go module proxy, once per machine. @returns its path; undefined without Go */
export const installOasdiff = async (): Promise<string | undefined> => {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'pramaan', `oasdiff-${VERSION}`);
  const program = join(folder, 'oasdiff');
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  try {
    await run('go', ['version']);
  } catch {
    return undefined;
  }
  await mkdir(folder, { recursive: true });
  const env = { ...process.env, GOBIN: folder, GOTOOLCHAIN: 'local' };
  await run('go', ['install', `github.com/oasdiff/oasdiff@v${VERSION}`], { env });
  return program;
};

/** Compares two OpenAPI documents. @returns whether the change breaks clients, and what does */
export const compareDocuments = async (
  oasdiff: string,
  before: string,
  after: string,
): Promise<{ readonly breaks: boolean; readonly report: string }> => {
  const args = ['breaking', '--fail-on', 'ERR', before, after];
  const { stdout, stderr, code } = await run(oasdiff, args, { maxBuffer: 1 << 28 }).then(
    (output) => ({ ...output, code: 0 }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { breaks: code !== 0, report: `${stdout}${stderr}`.trim() };
};
