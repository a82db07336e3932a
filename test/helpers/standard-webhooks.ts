import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PACKAGE = 'standardwebhooks==1.1.0';

const PROGRAM = `
import json, sys
from standardwebhooks import Webhook
given = json.load(sys.stdin)
verifier = Webhook(given["secret"])
def fits(one):
    try:
        verifier.verify(one["body"], one["headers"])
        return True
    except Exception:
        return False
print(json.dumps([fits(one) for one in given["received"]]))
`;

const folder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'pramaan', PACKAGE);
const python = join(folder, 'bin', 'python');

/** Installs the Python library from PyPI, once per machine. @returns false on a machine without Python or PyPI */
export const canVerifyInPython = async (): Promise<boolean> => {
  try {
    if (await isInstalled()) return true;
    await mkdir(folder, { recursive: true });
    await run('python3', ['-m', 'venv', folder]);
    await run(python, ['-m', 'pip', 'install', '--quiet', PACKAGE]);
    return await isInstalled();
  } catch (error) {
    process.stderr.write(
      `The Python library is not tried, because it cannot be installed: ${String(error)}\n`,
    );
    return false;
  }
};

const isInstalled = async (): Promise<boolean> => {
  const isThere = await access(python).then(
    () => true,
    () => false,
  );
  if (!isThere) return false;
  return run(python, ['-c', 'import standardwebhooks']).then(
    () => true,
    () => false,
  );
};

/** Returns for each message whether the Python library accepts its signature. */
export const verifyInPython = async (
  secret: string,
  received: readonly { readonly body: string; readonly headers: object }[],
): Promise<readonly boolean[]> => {
  const child = spawn(python, ['-c', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ secret, received }));
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(output) as boolean[];
};
