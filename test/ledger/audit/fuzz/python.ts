import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const VERIFIER = fileURLToPath(new URL('../../../../docs/ledger/verify_export.py', import.meta.url));

/** Runs the unchanged verifier repeatedly in one interpreter, because starting one takes longer than a check. */
const DRIVER = `
import contextlib, io, json, sys
program = compile(open(sys.argv[1], encoding="utf-8").read(), sys.argv[1], "exec")
for line in sys.stdin:
    sys.argv, said, code = ["verify_export.py", *json.loads(line)], io.StringIO(), 0
    try:
        with contextlib.redirect_stdout(said):
            exec(program, {"__name__": "verifier"})
    except SystemExit as end:
        code = end.code or 0
    print(json.dumps({"code": code, "said": said.getvalue()}), flush=True)
`;

export interface PythonVerifier {
  /** @param args the verifier's command line. @returns the verifier's output and exit code */
  readonly run: (args: readonly string[]) => Promise<{ readonly code: number; readonly said: string }>;
  readonly close: () => Promise<void>;
}

export const startPython = (): PythonVerifier => {
  const child = spawn('python3', ['-c', DRIVER, VERIFIER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    run: async (args) => {
      child.stdin.write(`${JSON.stringify(args)}\n`);
      const { value, done } = await answers.next();
      if (done === true) throw new Error('the verifier in Python ended');
      return JSON.parse(value) as { code: number; said: string };
    },
    close: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};
