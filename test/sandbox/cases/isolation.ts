import { expect } from 'vitest';
import type { Check } from './case.ts';

const says =
  (stdout: string): Check =>
  (outcome) => {
    expect(outcome.stdout).toBe(stdout);
  };

/** Checks for everything that hostile code must not reach. */
export const ISOLATION: Readonly<Record<string, Check>> = {
  'I03-vsock': ({ stdout }) => {
    expect(stdout).toMatch(/^no (?:1|97)\n$/u);
  },
  'I05-loopback-works': async (outcome, { run }) => {
    expect(outcome.stdout).toBe("b'hi'\n");
    const code =
      "import socket, time\ns = socket.create_server(('127.0.0.1', 8080)); time.sleep(1); print('bound')";
    const both = await Promise.all([run({ code }), run({ code })]);
    expect(both.map(({ stdout }) => stdout)).toEqual(['bound\n', 'bound\n']);
  },
  'I07-only-tmp-writable': says('W /tmp\n'),
  'I08-no-persistence': async (outcome, { run }) => {
    const again = await run({
      language: 'bash',
      code: 'shopt -s nullglob; f=(/tmp/*); echo ${#f[@]}; echo ok',
    });
    expect([outcome.stdout, again.stdout]).toEqual(['0\nok\n', '0\nok\n']);
  },
  'I09-mount-ns': ({ stdout, exit_code }, { runtime }) => {
    expect(exit_code).toBe(0);
    expect(stdout).toMatch(/must be superuser to use mount[\s\S]*\nend\n$/u);
    // gVisor's own kernel grants a user namespace, but root in that namespace has no rights outside it.
    if (runtime === 'runc') expect(stdout).not.toContain('uid=0');
  },
  'I11-proc-escapes': says('ok\n'.repeat(7)),
  'I13-forge-on-pid1-fd': ({ stdout, exit_code, result }) => {
    // On gVisor the program reaches its own pipes this way, but nothing beyond them.
    expect({ exit_code, result, mine: stdout.endsWith('mine\n') }).toEqual({
      exit_code: 3,
      result: null,
      mine: true,
    });
  },
  'I14-write-every-fd': ({ stdout, exit_code }) => {
    expect({ stdout, exit_code }).toEqual({ stdout: 'end\n', exit_code: 0 });
  },
  'I16-monkeypatch': async (outcome, { run }) => {
    expect(outcome).toMatchObject({ result: 2, stdout: '', stderr: '', exit_code: 0 });
    expect(await run({ code: "print(len('abc'), repr('x'))" })).toMatchObject({ stdout: "3 'x'\n" });
  },
  'I19-host-facts': ({ stdout }, { runtime }) => {
    expect(stdout).toContain('sandbox\n');
    expect(stdout).not.toMatch(/[0-9a-f]{64}\n/u);
    if (runtime === 'runc') expect(stdout).not.toContain('BOOT_IMAGE');
  },
  'I20-abstract-unix': ({ stdout }) => {
    expect(stdout).toMatch(/^111\n[12]\n$/u);
  },
  'I21-leaked-dir-fd': ({ stdout }) => {
    expect(stdout).toMatch(/^0 \/dev\/null\n1 pipe:\[\d+\]\n2 pipe:\[\d+\]\n\/tmp\n$/u);
  },
};
