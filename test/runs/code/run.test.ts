import { describe, expect, it } from 'vitest';
import { type CodeRunBody, codeRunSchema } from '../../../src/contract/code-run.ts';
import { useService } from '../../helpers/use-service.ts';
import { withoutIds } from '../../helpers/without-ids.ts';

const service = await useService({ sandboxes: true });

const run = async (body: object): Promise<CodeRunBody> => {
  const response = await service.request('POST', '/v1/run', body);
  expect(response.status).toBe(200);
  return (await response.json()) as CodeRunBody;
};

const sendKeyed = async (key: string, body: object): Promise<Response> =>
  fetch(`${service.url}/v1/run`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });

const runKeyed = async (key: string, code: string): Promise<CodeRunBody> => {
  const response = await sendKeyed(key, { code });
  expect(response.status).toBe(200);
  return (await response.json()) as CodeRunBody;
};

const rowsOf = async (
  ref: string,
): Promise<{ action: string; step: number; detail: Record<string, unknown> }[]> => {
  const response = await service.request('GET', `/v1/govern/ledger/${ref}`);
  return ((await response.json()) as { entries: never }).entries;
};

describe('POST /v1/run', () => {
  it('only a request that runs uses up its Idempotency-Key', async () => {
    const refused = await sendKeyed('refused-first', { code: '6 * 7', timeout_ms: 0 });
    expect(refused.status).toBe(422);
    const first = await sendKeyed('refused-first', { code: '6 * 7' });
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    const outcome = (await first.json()) as CodeRunBody;
    expect(outcome.result).toBe(42);
    const again = await sendKeyed('refused-first', { code: '6 * 7' });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await again.json()).toEqual(outcome);
    expect(await rowsOf(outcome.ledger_ref)).toHaveLength(3);
  });

  it('the API returns charts only to a request that asks for them', async () => {
    const code =
      "import matplotlib\nmatplotlib.use('Agg')\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()";
    expect((await run({ code })).charts).toEqual([]);
    const { charts } = await run({ code, charts: true });
    expect(charts.map(({ name }) => name)).toEqual(['figure-1.png']);
    expect(Buffer.from(charts[0]!.image_b64, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect((await run({ code: 'print(1)', charts: true })).charts).toEqual([]);
  });

  it('the API runs Python and returns the value of the last expression', async () => {
    const outcome = await run({
      code: "import sys\nprint('out')\nprint('err', file=sys.stderr)\n{'a': [1, 2]}",
    });
    expect(outcome).toMatchObject({
      language: 'python',
      stdout: 'out\n',
      stderr: 'err\n',
      result: { a: [1, 2] },
      exit_code: 0,
      timed_out: false,
    });
    expect(outcome.ledger_ref).toMatch(/^run-[0-9a-f]{32}$/);
    const rows = await rowsOf(outcome.ledger_ref);
    expect(rows.map(({ action }) => action)).toEqual(['sandbox.open', 'sandbox.run', 'sandbox.close']);
  });

  it('the API runs Bash with stdin and files and returns files', async () => {
    const outcome = await run({
      language: 'bash',
      code: 'cat; tr a-z A-Z < /tmp/in.txt > /tmp/out.txt; exit 3',
      stdin: 'typed\n',
      files: [{ name: 'in.txt', content: 'given' }],
      return_files: ['out.txt', 'missing.txt'],
    });
    expect(outcome).toMatchObject({ stdout: 'typed\n', exit_code: 3, result: null });
    const out = outcome.files.find(({ name }) => name === 'out.txt');
    expect(Buffer.from(out!.content_b64!, 'base64').toString()).toBe('GIVEN');
  });

  it('the API masks code and output in the ledger before truncating them', async () => {
    const outcome = await run({ code: "print('x' * 290 + ' 2345-6789-1238 ')" });
    expect(outcome.stdout).toContain('2345-6789-1238');
    const [, ran] = await rowsOf(outcome.ledger_ref);
    expect(withoutIds(ran!.detail)).not.toMatch(/2345|6789/);
    expect([...String(ran!.detail['stdout'])].length).toBeLessThanOrEqual(300);
    expect(ran!.detail['pii']).toMatchObject({ output: { aadhaar: 1 }, code: { aadhaar: 1 } });
  });

  it('the API records network attempts, which fail at once', async () => {
    const outcome = await run({
      code: "import socket\ntry: socket.create_connection(('203.0.113.7', 443), 5)\nexcept OSError as e: print('refused')",
    });
    expect(outcome.stdout).toBe('refused\n');
    const rows = await rowsOf(outcome.ledger_ref);
    expect(rows.map(({ action }) => action)).toEqual([
      'sandbox.open',
      'sandbox.run',
      'egress.block',
      'sandbox.close',
    ]);
    expect(rows[2]!.detail).toMatchObject({ host: '203.0.113.7', port: 443, rule: 'no-network' });
  });

  it('the API returns exactly the fields of its contract', async () => {
    const outcome = await run({ code: '1', return_files: ['a'] });
    expect(Object.keys(outcome).toSorted()).toEqual(Object.keys(codeRunSchema.shape).toSorted());
  });

  it('the API writes a row for each listed attempt and one row for the rest', async () => {
    const outcome = await run({
      code: "import socket\nfor n in range(130):\n    try: socket.getaddrinfo(f'host-{n}.example.org', None)\n    except OSError: pass",
    });
    expect(outcome.egress_attempts).toHaveLength(100);
    expect(outcome.egress_attempts_more).toBe(30);
    const rows = await rowsOf(outcome.ledger_ref);
    const blocked = rows.filter(({ action }) => action === 'egress.block');
    expect(blocked.slice(0, -1).map(({ detail }) => detail['host'])).toEqual(
      outcome.egress_attempts.map(({ host }) => host),
    );
    expect(blocked.at(-1)!.detail).toMatchObject({ host: '', port: null, rule: 'rows', count: 30 });
    expect(rows[1]!.detail['egress_attempts']).toBe(130);
    expect(rows.at(-1)!.action).toBe('sandbox.close');
  });

  it('the API reports a timeout with the output so far', async () => {
    const outcome = await run({ code: "print('first')\nwhile True: pass", timeout_ms: 500 });
    expect(outcome).toMatchObject({ stdout: 'first\n', timed_out: true });
  });

  it('the same Idempotency-Key returns the same outcome and runs the code once', async () => {
    const code = 'import time, os\ntime.sleep(0.3)\nos.urandom(8).hex()';
    const [first, second] = await Promise.all([runKeyed('once', code), runKeyed('once', code)]);
    const third = await runKeyed('once', code);
    expect(second.result).toBe(first.result);
    expect(third).toEqual(first);
  });

  it('the API rejects an invalid body and runs nothing', async () => {
    for (const body of [
      {},
      { code: 1 },
      { code: 'x', language: 'perl' },
      { code: 'x', timeout_ms: 0 },
      { code: 'x', timeout_ms: 120_001 },
      { code: 'x'.repeat(256 * 1024 + 1) },
      { code: 'x', files: [{ name: 'a' }] },
      { code: 'x', files: [{ name: '../a', content: '' }] },
      { code: 'x', files: [{ name: '/etc/passwd', content: '' }] },
    ]) {
      expect((await service.request('POST', '/v1/run', body)).status, JSON.stringify(body).slice(0, 80)).toBe(
        422,
      );
    }
  });

  it('the ledger chain remains intact', async () => {
    expect(await service.verify()).toMatchObject({ ok: true });
  });
});
