import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectCharts } from '../../../src/sandbox/charts.ts';
import { egressOf } from '../../../src/sandbox/egress.ts';
import { jobMessage } from '../../../src/sandbox/job-message.ts';
import { checkFileName } from '../../../src/sandbox/names.ts';
import { outcomeOf } from '../../../src/sandbox/outcome.ts';
import { inspectPng } from '../../../src/sandbox/png.ts';
import { nothingReceived } from '../../../src/sandbox/report.ts';
import { decodeOutput, decodeResult } from '../../../src/sandbox/text.ts';

const chunk = (kind: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
};
/** Returns a picture with 8-bit colours whose rows are given as a PNG stores them: the filter byte, then the filtered bytes. */
const png = (width: number, rows: readonly (readonly number[])[], ...text: readonly string[]): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...text.map((words) => chunk('tEXt', Buffer.from(words, 'latin1'))),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
const BLANK = png(2, [
  [0, 9, 8, 7, 9, 8, 7],
  [2, 0, 0, 0, 0, 0, 0],
]);
const DRAWN = png(2, [
  [0, 9, 8, 7, 9, 8, 7],
  [2, 0, 0, 0, 0, 0, 1],
]);

const EMPTY = 'Pramaan\0no data';

describe('Inspecting a picture', () => {
  it('a single-colour picture is blank, whatever filters its rows use', () => {
    const rows = [
      [1, 9, 8, 7, 0, 0, 0],
      [2, 0, 0, 0, 0, 0, 0],
      [3, 5, 4, 4, 0, 0, 0],
      [4, 0, 0, 0, 0, 0, 0],
      [0, 9, 8, 7, 9, 8, 7],
    ];
    expect(inspectPng(png(2, rows))).toBe('blank');
    expect(inspectPng(BLANK)).toBe('blank');
  });

  it('a picture with one differing pixel is not blank, and a broken one is invalid', () => {
    expect(inspectPng(DRAWN)).toBe('picture');
    expect(
      inspectPng(
        png(2, [
          [0, 9, 8, 7, 9, 8, 7],
          [0, 1, 1, 1, 1, 1, 1],
        ]),
      ),
    ).toBe('picture');
    for (let length = 0; length < DRAWN.length - 12; length += 1) {
      expect(inspectPng(DRAWN.subarray(0, length))).toBe('invalid');
    }
    expect(inspectPng(Buffer.alloc(100_000))).toBe('invalid');
  });

  it('a picture counts as having no data only when its exact marker says so', () => {
    const rows = [[0, 1, 2, 3, 4, 5, 6]];
    expect(inspectPng(png(2, rows, 'Software\0Matplotlib', EMPTY))).toBe('no-data');
    for (const other of ['Title\0no data', 'Pramaan\0no data at all', 'no data']) {
      expect(inspectPng(png(2, rows, other))).toBe('picture');
    }
  });

  it('any bytes after the signature are inspected without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const made = Buffer.concat([DRAWN.subarray(0, 8 + 25), Buffer.from(bytes)]);
        expect(['picture', 'no-data', 'blank', 'invalid']).toContain(inspectPng(made));
      }),
    );
  });
});

describe('Charts', () => {
  it('each chart is shown once under a unique name, and blank ones are dropped', () => {
    const other = png(2, [[0, 1, 2, 3, 4, 5, 6]]);
    const third = png(2, [[0, 6, 5, 4, 3, 2, 1]]);
    const candidates = [
      { name: 'a.png', drawn: false, png: DRAWN },
      { name: '1-1.png', drawn: true, png: DRAWN },
      { name: 'blank.png', drawn: false, png: BLANK },
      { name: 'figure-1.png', drawn: false, png: other },
      { name: '1-2.png', drawn: true, png: third },
      { name: 'fake.png', drawn: false, png: Buffer.from('not a png') },
      { name: 'axes.png', drawn: false, png: png(2, [[0, 1, 2, 3, 4, 5, 7]], EMPTY) },
      { name: '1-3.png', drawn: true, png: png(2, [[0, 1, 2, 3, 4, 5, 8]], EMPTY) },
    ];
    const { charts, withoutData } = selectCharts(candidates);
    expect(charts.map(({ name }) => name)).toEqual(['a.png', 'figure-1.png', 'figure-1-2.png']);
    expect(withoutData).toEqual(['axes.png', 'figure']);
  });
});

describe('Output', () => {
  it('output is well-formed text for any bytes, and valid UTF-8 is unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.boolean(), (bytes, cut) => {
        expect(decodeOutput([Buffer.from(bytes)], cut).isWellFormed()).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, at) => {
        const bytes = Buffer.from(text.toWellFormed());
        expect(decodeOutput([bytes.subarray(0, at), bytes.subarray(at)], false)).toBe(text.toWellFormed());
        // Wherever the output is cut, it is the start of the text and never altered.
        expect(text.toWellFormed().startsWith(decodeOutput([bytes.subarray(0, at)], true))).toBe(true);
      }),
    );
  });

  it('output keeps a byte order mark and NUL', () => {
    expect(decodeOutput([Buffer.from('\uFEFFa\0')], false)).toBe('\uFEFFa\0');
  });
});

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const decode = (kind: 'json' | 'repr', text: string) => decodeResult(kind, Buffer.from(text), false);

describe('A result', () => {
  it('a result is parsed if it is JSON and otherwise kept as text, and it never holds a lone surrogate', () => {
    expect(decode('json', '{"a":[1,null,"\\ud800"],"\\udc00":{}}')).toEqual({
      a: [1, null, '\uFFFD'],
      '\uFFFD': {},
    });
    expect(decode('json', '{"__proto__":1}')).toHaveProperty('__proto__', 1);
    expect(decode('json', '{broken')).toBe('{broken');
    expect(decode('repr', '{1, 2}')).toBe('{1, 2}');
    expect(decodeResult('none', Buffer.from('7'), false)).toBeNull();
  });

  it('a forged result nested deeper than 64 levels or with an overflowing number is kept as text', () => {
    expect(decode('json', nested(64))).toBeInstanceOf(Array);
    for (const depth of [65, 1_000, 100_000]) expect(decode('json', nested(depth))).toBe(nested(depth));
    const objects = '{"a":'.repeat(1_000) + '1' + '}'.repeat(1_000);
    expect(decode('json', objects)).toBe(objects);
    expect(decode('json', '[1e999]')).toBe('[1e999]');
  });
});

const NONE = { connections: 0, lookups: 0 };
const notes = (...entries: readonly unknown[]) => ({
  notes: [Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))],
  notesLeftOut: NONE,
});
const names = (...of: readonly string[]) => ({ names: [...of], namesLeftOut: 0 });

describe('Attempts to reach a network', () => {
  it('each attempt is listed with its port if known, and each name only once', () => {
    const noted = notes(['A.example', 443], ['10.0.0.1', 80], ['b.example', null]);
    expect(egressOf({ ...noted, ...names('a.example', 'b.example', 'c.example') })).toEqual({
      attempts: [
        { host: 'A.example', port: 443 },
        { host: '10.0.0.1', port: 80 },
        { host: 'b.example', port: null },
        { host: 'c.example', port: null },
      ],
      more: 0,
    });
  });

  it('attempts are read safely, whatever a program writes to the notes', () => {
    const host = fc.string({ unit: 'binary', maxLength: 600 });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          host.map((name) => JSON.stringify([name, 1])),
        ),
        (text) => {
          const { attempts } = egressOf({ notes: [Buffer.from(text)], notesLeftOut: NONE, ...names() });
          for (const { host: shown, port } of attempts) {
            expect(shown.length).toBeGreaterThan(0);
            expect(shown.length).toBeLessThan(256);
            expect(shown.isWellFormed()).toBe(true);
            expect(port === null || (port > 0 && port < 65_536)).toBe(true);
          }
        },
      ),
    );
    const odd = notes(['x', 70_000], ['', 1], [1, 2], 'x', null, []);
    expect(egressOf({ ...odd, ...names() }).attempts).toEqual([{ host: 'x', port: null }]);
  });

  it('a long host name keeps its end and is never cut in the middle of a character', () => {
    const { attempts } = egressOf({ ...notes([`😀${'a'.repeat(242)}.example.org`, 443]), ...names() });
    expect(attempts).toEqual([{ host: `${'a'.repeat(242)}.example.org`, port: 443 }]);
  });

  it('forged attempts do not displace names that the resolver saw', () => {
    const decoys = Array.from({ length: 500 }, (_, number) => [`decoy-${number}.example`, 443]);
    const { attempts, more } = egressOf({ ...notes(...decoys), ...names('target.example') });
    expect(attempts).toHaveLength(101);
    expect(attempts).toContainEqual({ host: 'target.example', port: null });
    expect(more).toBe(400);
  });

  it('attempts survive an invalid note next to them', () => {
    const broken = Buffer.from('["a.example",1]\n["b.exa\n["c.example",2]\n');
    expect(egressOf({ notes: [broken], notesLeftOut: NONE, ...names() }).attempts).toEqual([
      { host: 'a.example', port: 1 },
      { host: 'c.example', port: 2 },
    ]);
  });

  it('attempts that are only counted are added up, and a lookup seen twice counts once', () => {
    expect(
      egressOf({
        notes: [],
        notesLeftOut: { connections: 3, lookups: 2 },
        names: ['a.example'],
        namesLeftOut: 4,
      }),
    ).toEqual({
      attempts: [{ host: 'a.example', port: null }],
      more: 7,
    });
  });
});

describe('An outcome without a report', () => {
  it('the outcome reports a timeout and keeps the output so far', () => {
    const received = { ...nothingReceived(), stdout: [Buffer.from('so far')] };
    expect(outcomeOf(received, { timedOut: true, oomKilled: false, durationMs: 2_600 })).toMatchObject({
      stdout: 'so far',
      exit_code: 137,
      signal: 'SIGKILL',
      timed_out: true,
      oom_killed: false,
      duration_ms: 2_600,
      variables_lost: true,
    });
  });

  it('the outcome includes how the job ended and which hosts it tried to reach', () => {
    const received = {
      ...nothingReceived(),
      end: { exit_code: 3, signal: null, ended_by: 'exit' as const, duration_us: 1_500_000 },
      names: ['a.example'],
    };
    expect(outcomeOf(received, { timedOut: true, oomKilled: false, durationMs: 6_500 })).toMatchObject({
      exit_code: 3,
      signal: null,
      timed_out: false,
      duration_ms: 1_500,
      egress_attempts: [{ host: 'a.example', port: null }],
      files_truncated: true,
    });
  });

  it('the outcome reports that memory ran out when the container engine said so', () => {
    const outcome = outcomeOf(nothingReceived(), { timedOut: false, oomKilled: true, durationMs: 10 });
    expect(outcome).toMatchObject({ timed_out: false, oom_killed: true, exit_code: 137 });
  });
});

describe('File names', () => {
  it('a file name is either refused or refers to a file below /tmp', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom('..', '.', '', 'a', '/', '\0')).map((p) => p.join('/')),
        ),
        (name) => {
          try {
            checkFileName(name);
          } catch {
            return;
          }
          expect(new URL(`file:///tmp/${encodeURI(name)}`).pathname.startsWith('/tmp/')).toBe(true);
          expect(name.split('/')).not.toContain('..');
        },
      ),
    );
  });
});

const messageText = (language: 'bash' | 'python'): string =>
  Buffer.concat(jobMessage({ language, code: '\uFEFFecho\r\n', timeoutMs: 1 }, false, 1)).toString('utf8');

describe('A job', () => {
  it('an oversized job is refused before anything is sent', () => {
    const job = { language: 'python', code: 'x', timeoutMs: 1_000 } as const;
    const refused = [
      { ...job, code: 'x'.repeat(1024 * 1024 + 1) },
      { ...job, stdin: Buffer.alloc(10 * 1024 * 1024 + 1) },
      { ...job, files: Array.from({ length: 65 }, (_, number) => ({ name: `f${number}`, content: '' })) },
      { ...job, files: [{ name: '../x', content: '' }] },
    ];
    for (const wrong of refused) expect(() => jobMessage(wrong, false, 1_000)).toThrow();
  });

  it('a byte order mark and carriage returns are removed from a job only in Bash', () => {
    expect(messageText('bash').endsWith('}echo\n')).toBe(true);
    expect(messageText('python').endsWith('}\uFEFFecho\r\n')).toBe(true);
  });
});
