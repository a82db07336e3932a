import { expect } from 'vitest';
import type { Check } from './case.ts';

const says =
  (stdout: string, exitCode = 0): Check =>
  (outcome) => {
    expect({ stdout: outcome.stdout, exit_code: outcome.exit_code }).toEqual({ stdout, exit_code: exitCode });
  };

/** Checks that output is returned unchanged and that source is accepted in any form. */
export const TEXT: Readonly<Record<string, Check>> = {
  'O05-truncation-is-visible': (outcome) => {
    expect(outcome).toMatchObject({
      truncated: true,
      stdout_truncated: true,
      stdout_bytes: 16_888_891,
      exit_code: 0,
    });
    expect(outcome.stdout).toHaveLength(1_048_576);
    expect(outcome.stdout.startsWith('[0, 1, 2,')).toBe(true);
  },
  'O07-lone-surrogate': (outcome) => {
    expect(outcome.stdout.isWellFormed() && outcome.stderr.isWellFormed()).toBe(true);
    expect(outcome).toMatchObject({ exit_code: 1, stderr: expect.stringContaining('UnicodeEncodeError') });
  },
  'O08-surrogate-via-exec': says('\uFFFD\uFFFD\uFFFD'),
  'O12-pii-at-300': says(`${'x'.repeat(290)} 2345-6789-1238 \n`),
  'O13-nul-in-output': says('a\0b\n'),
  'O17-docker-frame-lookalike': (outcome) => {
    const stdout = '\u0002\0\0\0\0\0\0\u0005hello\u0001\0\0\0\u007F\uFFFD\uFFFD\uFFFDX';
    expect(outcome).toMatchObject({ stdout, stderr: '', result: 22 });
  },
  'S01-nul-in-source': ({ stderr, exit_code }) => {
    expect({ stderr, exit_code }).toEqual({
      stderr: expect.stringMatching(/^SyntaxError.*null bytes\n$/u),
      exit_code: 1,
    });
  },
  'S02-bom-python': says('bom\n'),
  'S03-bom-bash': says('bom\n'),
  'S05-crlf-python-string': says('3\n'),
  'S06-code-200k': async (_, { run }) => {
    for (const size of [200 * 1024, 256 * 1024, 1024 * 1024 - 100]) {
      const code = `PAD = '''${'p'.repeat(size - 30)}'''\nprint(len(PAD))`;
      expect(await run({ code })).toMatchObject({ stdout: `${size - 30}\n`, exit_code: 0 });
    }
    await expect(run({ code: ' '.repeat(1024 * 1024 + 1) })).rejects.toThrow('the code is larger than');
  },
  'S07-stdin-not-truncated': async (_, { run }) => {
    const code =
      'import sys, hashlib\nd = sys.stdin.buffer.read()\nprint(len(d), hashlib.sha256(d).hexdigest())';
    const { createHash } = await import('node:crypto');
    const stdin = Buffer.alloc(10 * 1024 * 1024, 'sandbox ');
    const digest = createHash('sha256').update(stdin).digest('hex');
    expect(await run({ code, stdin })).toMatchObject({ stdout: `${stdin.length} ${digest}\n` });
    await expect(run({ code, stdin: Buffer.alloc(stdin.length + 1) })).rejects.toThrow(
      'the standard input is larger',
    );
    const content = Buffer.alloc(48 * 1024 * 1024, 'sandbox ');
    const ofFile = "import hashlib\nprint(hashlib.sha256(open('/tmp/d', 'rb').read()).hexdigest())";
    const files = [{ name: 'd', content }];
    const hash = createHash('sha256').update(content).digest('hex');
    expect(await run({ code: ofFile, files })).toMatchObject({ stdout: `${hash}\n` });
  },
  'S08-empty': async (outcome, { run }) => {
    const nothing = { stdout: '', stderr: '', result: null, exit_code: 0 };
    expect(outcome).toMatchObject(nothing);
    expect(await run({ code: '' })).toMatchObject(nothing);
    expect(await run({ code: '', language: 'bash' })).toMatchObject(nothing);
  },
  'S09-syntax-error': ({ stderr, exit_code }) => {
    expect({ stderr, exit_code }).toEqual({
      stderr: '  File "main.py", line 2\n    if True\n           ^\nSyntaxError: expected \':\'\n',
      exit_code: 1,
    });
  },
  'S12-coding-cookie': says('é 1\n'),
  'S14-uniform-indent': ({ stderr, exit_code }) => {
    expect({ stderr, exit_code }).toEqual({
      stderr: expect.stringContaining('IndentationError'),
      exit_code: 1,
    });
  },
};
