import { describe, expect, it } from 'vitest';
import { codeRows, runCode } from '../../helpers/sandboxes.ts';
import { useService } from '../../helpers/use-service.ts';
import { withoutIds } from '../../helpers/without-ids.ts';

const service = await useService({ sandboxes: true });

const file = (name: string) => ({ name, content: '' });

const status = async (body: unknown): Promise<number> => {
  const response = await service.request('POST', '/v1/run', body);
  await response.text();
  return response.status;
};

describe('The input of POST /v1/run', () => {
  it('the API rejects code with NUL, a lone surrogate or more than 256 KiB', async () => {
    expect(await status({ code: 'print(1)\0print(2)' })).toBe(422);
    expect(await status({ code: 'print("\ud800")' })).toBe(422);
    expect(await status({ code: `#${'é'.repeat(128 * 1024)}` })).toBe(422);
    expect(await status({ code: '#'.repeat(11 * 1024 * 1024) })).toBe(413);
  });

  it('the API runs code of exactly 256 KiB and empty code', async () => {
    const code = 'print(len(PAD))';
    const pad = 'p'.repeat(256 * 1024 - code.length - "PAD = ''\n".length);
    expect(await runCode(service, { code: `PAD = '${pad}'\n${code}` })).toMatchObject({
      stdout: `${pad.length}\n`,
    });
    for (const language of ['python', 'bash']) {
      expect(await runCode(service, { code: '', language })).toMatchObject({
        stdout: '',
        stderr: '',
        result: null,
        exit_code: 0,
      });
    }
  });

  it('the API accepts exactly the file names that a sandbox accepts', async () => {
    const list =
      "import os\nsorted(os.path.relpath(os.path.join(d, f), '/tmp') for d, _, fs in os.walk('/tmp') for f in fs)";
    const refused = ['../etc/x', '/etc/x', 'a/../../b', '.', '..', '', 'n'.repeat(256), 'a//b', 'a/', 'x\ny'];
    for (const name of [...refused, 'a/b/c/d/e/f/g/h/i', 'é'.repeat(128)]) {
      expect(await status({ code: list, files: [{ name, content: '' }] }), name).toBe(422);
      expect(await status({ code: list, return_files: [name] }), name).toBe(422);
    }
    const names = ['-rf', '.hidden', ' ', 'data.csv', 'sub/dir/x', 'नाम.csv', '😀.txt', 'n'.repeat(255)];
    const files = names.map((name) => ({ name, content: name }));
    const outcome = await runCode(service, { code: list, files, return_files: names });
    expect(outcome.result).toEqual(names.toSorted());
    expect(
      Object.fromEntries(
        outcome.files.map(({ name, content_b64 }) => [name, Buffer.from(content_b64!, 'base64').toString()]),
      ),
    ).toEqual(Object.fromEntries(names.map((name) => [name, name])));
  });

  it('the API rejects two files with one path and invalid base64', async () => {
    expect(await status({ code: '', files: [file('a'), file('a')] })).toBe(422);
    expect(await status({ code: '', files: [file('a'), file('a/b')] })).toBe(422);
    for (const content_b64 of ['a', 'YQ', 'YQ=', 'Y Q==', 'YQ==\n', '-_8=', 'YQ==YQ==']) {
      expect(await status({ code: '', files: [{ name: 'a', content_b64 }] }), content_b64).toBe(422);
    }
    const files = [{ name: 'a', content_b64: Buffer.from([0, 255, 10, 13]).toString('base64') }];
    expect(await runCode(service, { code: "list(open('/tmp/a', 'rb').read())", files })).toMatchObject({
      result: [0, 255, 10, 13],
    });
  });

  it('the API accepts a file of six MiB and returns four MiB with a truncation mark', async () => {
    const content_b64 = Buffer.alloc(6 * 1024 * 1024, 'pramaan ').toString('base64');
    const outcome = await runCode(service, {
      code: "import hashlib\nhashlib.sha256(open('/tmp/in', 'rb').read()).hexdigest()",
      files: [{ name: 'in', content_b64 }],
      return_files: ['in'],
    });
    const { createHash } = await import('node:crypto');
    const whole = Buffer.from(content_b64, 'base64');
    expect(outcome.result).toBe(createHash('sha256').update(whole).digest('hex'));
    const back = outcome.files.find(({ name }) => name === 'in')!;
    expect(back).toMatchObject({ size: whole.length, content_truncated: true });
    expect(Buffer.from(back.content_b64!, 'base64').equals(whole.subarray(0, 4 * 1024 * 1024))).toBe(true);
  });
});

describe('The output of POST /v1/run', () => {
  const nasty: readonly (readonly [string, string, string])[] = [
    ['NUL', String.raw`print('a\0b')`, 'a\0b\n'],
    [
      'output that is not UTF-8',
      String.raw`import os; os.write(1, b'\xff\xfe\xed\xa0\xbd|')`,
      '\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD|',
    ],
    [
      'output with carriage returns and escapes',
      String.raw`print('a\rb\x1b[31mc\x7f')`,
      'a\rb\u001B[31mc\u007F\n',
    ],
    [
      'output with direction marks and combining signs',
      String.raw`print('\u202eabc\u0301\u200d\ufeff')`,
      '\u202Eabc\u0301\u200D\uFEFF\n',
    ],
    ['a line without a newline', "print('z' * 500000, end='')", 'z'.repeat(500_000)],
  ];
  it.each(nasty)('%s arrives unchanged, and its row verifies', async (_, code, stdout) => {
    const outcome = await runCode(service, { code });
    expect(outcome.stdout).toBe(stdout);
    const [, ran] = await codeRows(service, outcome.ledger_ref);
    // A row cannot hold NUL; otherwise it holds the start of the output.
    expect(ran!.detail['stdout']).toBe([...stdout.replaceAll('\0', '\uFFFD')].slice(0, 300).join(''));
    expect(await service.verify()).toMatchObject({ ok: true });
  });

  it('a row is never truncated in the middle of a character', async () => {
    for (const lead of [297, 298, 299, 300]) {
      const { ledger_ref } = await runCode(service, { code: `print('a' * ${lead} + '\u{1F600}' * 5)` });
      const [, ran] = await codeRows(service, ledger_ref);
      const shown = String(ran!.detail['stdout']);
      expect(shown.isWellFormed()).toBe(true);
      expect([...shown]).toHaveLength(300);
      expect(shown).toBe([...('a'.repeat(lead) + '\u{1F600}'.repeat(5))].slice(0, 300).join(''));
    }
  });

  it('no digit of an identifier that spans the truncation point is shown in code or output', async () => {
    const shapes = ['2345 6789 1238', '234567891238', 'ABCPK1234F', '4111 1111 1111 1111', '+91 98765 43210'];
    for (const identifier of shapes) {
      for (const lead of [285, 290, 295, 299]) {
        const code = `print('${'y'.repeat(lead - 7)} ${identifier} ')`;
        const { ledger_ref } = await runCode(service, { code });
        const [, ran] = await codeRows(service, ledger_ref);
        const { code: shownCode, stdout } = ran!.detail as { code: string; stdout: string };
        const start = identifier.slice(0, 6);
        expect(shownCode, identifier).not.toContain(start);
        expect(stdout, identifier).not.toContain(start);
        expect([...shownCode].length).toBeLessThanOrEqual(300);
      }
    }
  });

  it('an identifier far beyond the part that a row shows is still counted', async () => {
    const code =
      "print('z' * 100_000)\nprint('2345 6789 1238')\nimport sys\nprint('ABCPK1234F', file=sys.stderr)";
    const { ledger_ref } = await runCode(service, { code });
    const [, ran] = await codeRows(service, ledger_ref);
    expect(ran!.detail['pii']).toMatchObject({ output: { aadhaar: 1, pan: 1 } });
    expect(withoutIds(ran)).not.toMatch(/6789|1234F/);
  });

  it('a host name that contains an identifier is masked in the attempt’s row', async () => {
    const code =
      "import socket\ntry: socket.getaddrinfo('2345-6789-1238.evil.example.com', 443)\nexcept OSError: print('no')";
    const outcome = await runCode(service, { code });
    expect(outcome.stdout).toBe('no\n');
    const rows = await codeRows(service, outcome.ledger_ref);
    const blocked = rows.find(({ action }) => action === 'egress.block');
    expect(blocked).toBeDefined();
    expect(withoutIds(blocked)).not.toContain('6789');
  });
});
