import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pythonWith } from './python-packages.ts';

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

let python: string | undefined;

/** Installs the Python library from PyPI, once per machine. @returns false on a machine without Python or PyPI */
export const canVerifyInPython = async (): Promise<boolean> => {
  python = await pythonWith([PACKAGE], 'standardwebhooks');
  return python !== undefined;
};

/** Returns for each message whether the Python library accepts its signature. */
export const verifyInPython = async (
  secret: string,
  received: readonly { readonly body: string; readonly headers: object }[],
): Promise<readonly boolean[]> => {
  const child = spawn(python!, ['-c', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ secret, received }));
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(output) as boolean[];
};
