import { createHash, createHmac } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { latestCheckpoint } from '../../src/ledger/checkpoints.ts';
import { readLedgerState } from '../../src/ledger/state.ts';
import { openCheckpoint } from '../../src/ledger/proofs/checkpoint.ts';
import { verifyConsistency } from '../../src/ledger/proofs/merkle.ts';
import { createWitness } from '../../src/ledger/witnesses/index.ts';
import { shipDue, shipLatest } from '../../src/ledger/witnesses/ship.ts';
import type { Witness } from '../../src/ledger/witnesses/witness.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { deadPort } from '../helpers/api.ts';
import { appendSteps } from './helpers.ts';
import { CHANGE_ROW_2, openSigned, REWRITE, type Signed, tamper } from './signed.ts';

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A delivery that a webhook received. */
interface Posted {
  readonly root: string;
  readonly checkpoint: string;
  readonly consistency: { readonly from: number; readonly proof: readonly string[] };
}

type Answer = { readonly status: number; readonly body?: string };

/** Starts a third party's HTTP server on this machine. */
const serve = async (
  answer: (request: Received) => Answer,
): Promise<{ url: string; received: Received[] }> => {
  const received: Received[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = request;
    const one = { method, path, headers, body: await text(request) };
    received.push(one);
    const { status, body } = answer(one);
    response.writeHead(status).end(body);
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
};

/**
 * Returns the Authorization header that AWS Signature Version 4 requires for a request, computed as the specification describes.
 */
const authorizationOf = (
  { method, path, headers, body }: Received,
  key: { readonly region: string; readonly access_key_id: string; readonly secret_access_key: string },
): string => {
  const signedHeaders = /SignedHeaders=([^,]+)/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const canonicalHeaders = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const digest = createHash('sha256').update(body).digest('hex');
  const request = [method, path, '', canonicalHeaders.join(''), signedHeaders, digest].join('\n');
  const time = String(headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/${key.region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(request).digest('hex')].join(
    '\n',
  );
  const signing = scope
    .split('/')
    .reduce<string | Buffer>(
      (secret, part) => createHmac('sha256', secret).update(part).digest(),
      `AWS4${key.secret_access_key}`,
    );
  const signature = createHmac('sha256', signing).update(text).digest('hex');
  return `AWS4-HMAC-SHA256 Credential=${key.access_key_id}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
};

/** Starts a store that accepts PUT and GET, and honours If-None-Match as S3 does. */
const serveObjects = async () => {
  const objects = new Map<string, string>();
  const store = await serve(({ method, path, headers, body }) => {
    if (headers['authorization'] !== 'Bearer of the store') return { status: 403 };
    if (method === 'GET') {
      const found = objects.get(path);
      return found === undefined ? { status: 404 } : { status: 200, body: found };
    }
    if (headers['if-none-match'] === '*' && objects.has(path)) return { status: 412 };
    objects.set(path, body);
    return { status: 200 };
  });
  const headers = { authorization: 'Bearer of the store' };
  const witness = createWitness({
    kind: 'object_store',
    name: 'store',
    url: `${store.url}/bucket/`,
    headers,
  });
  return { ...store, objects, witness };
};

const inFolder = async (): Promise<{ folder: string; witness: Witness }> => {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-witness-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  return { folder, witness: createWitness({ kind: 'file', name: 'disk', path: join(folder, 'kept') }) };
};

const shipper = (test: Signed, witness: Witness) => {
  const details: (string | null)[] = [];
  return {
    details,
    ship: async () => shipLatest(test.pool, witness, 'team_a', ({ detail }) => details.push(detail)),
    due: async () => shipDue(test.pool, witness, ({ detail }) => details.push(detail)),
  };
};

const grow = async (test: Signed, rows: number): Promise<void> => {
  await appendSteps(test.ledger, rows);
  await test.sign();
};

/** Rewrites everything in the database, as an owner with the signing key can. */
const rewriteAll = async (test: Signed, ...statements: readonly string[]): Promise<void> => {
  await tamper(
    test,
    ...statements,
    REWRITE,
    'TRUNCATE ledger_cosignatures, ledger_checkpoints, ledger_tiles, ledger_trees, ledger_shipments',
  );
  await test.sign();
};
const CUT_TO_2 = "DELETE FROM agent_actions WHERE team_id = 'team_a' AND seq > 2";

const remembering = [
  ['a file', inFolder],
  ['an object store', serveObjects],
] as const;

describe.each(remembering)('A witness kept in %s', (_what, open) => {
  it('the witness accepts checkpoints that extend each other', async () => {
    const [test, { witness }] = [await openSigned(), await open()];
    const { ship } = shipper(test, witness);
    expect(await ship()).toBeUndefined();
    for (const rows of [3, 3, 9, 300]) {
      await grow(test, rows);
      expect(await ship()).toBe('delivered');
    }
  });

  it('A14, A42: the witness detects a truncated ledger', async () => {
    const [test, { witness }] = [await openSigned(), await open()];
    const { ship, details } = shipper(test, witness);
    await grow(test, 5);
    await ship();
    await rewriteAll(test, CUT_TO_2);
    expect(await ship()).toBe('refused');
    expect(details.at(-1)).toBe('truncated: a checkpoint over 5 rows is kept there, but the ledger has 2');
  });

  it('A03, A15, A43: the witness detects a rewritten history even after it has grown', async () => {
    const [test, { witness }] = [await openSigned(), await open()];
    const { ship, details } = shipper(test, witness);
    await grow(test, 5);
    await ship();
    await rewriteAll(test, CHANGE_ROW_2);
    expect(await ship()).toBe('refused');
    await rewriteAll(test, CUT_TO_2);
    for (let step = 50; step < 60; step += 1) {
      await test.ledger.append({
        teamId: 'team_a',
        ledgerRef: 'wf-forged',
        step,
        action: 'forged',
        governance: 'none',
        summary: 'forged',
        detail: {},
        actor: bySomeKey,
      });
    }
    await test.sign();
    expect(await ship()).toBe('refused');
    expect(details).toEqual([null, expect.stringMatching(/^rewritten/), expect.stringMatching(/^rewritten/)]);
  });
});

describe('A file as a witness', () => {
  it('the file keeps one line for each checkpoint and a copy of the last one', async () => {
    const [test, { witness, folder }] = [await openSigned(), await inFolder()];
    const { ship } = shipper(test, witness);
    for (const rows of [2, 5]) {
      await grow(test, rows);
      await ship();
    }
    const lines = (await readFile(join(folder, 'kept/team_a.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { size: number }).size)).toEqual([2, 5]);
    const last = await readFile(join(folder, 'kept/team_a.checkpoint'), 'utf8');
    expect(openCheckpoint(last, await test.keys()).size).toBe(5);
  });

  it('the file remains usable after a crash truncates its last line', async () => {
    const [test, { witness, folder }] = [await openSigned(), await inFolder()];
    const { ship, details } = shipper(test, witness);
    await grow(test, 2);
    await ship();
    await appendFile(join(folder, 'kept/team_a.jsonl'), '{"at":"2026-11-27T10:0');
    await grow(test, 4);
    expect(await ship()).toBe('delivered');
    await grow(test, 6);
    expect(await ship()).toBe('delivered');
    expect(details).toEqual([null, null, null]);
  });

  it('a file changed by somebody else is reported as foreign and gets no more deliveries', async () => {
    const [test, { witness, folder }] = [await openSigned(), await inFolder()];
    const { ship, details } = shipper(test, witness);
    await grow(test, 2);
    await ship();
    const path = join(folder, 'kept/team_a.jsonl');
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('pramaan.local', 'elsewhere'));
    expect(await ship()).toBe('refused');
    expect(details.at(-1)).toMatch(/^foreign/);
  });
});

describe('An object store as a witness', () => {
  it('the store keeps each checkpoint once, named by its size, and a copy of the latest one', async () => {
    const [test, { witness, objects }] = [await openSigned(), await serveObjects()];
    const { ship } = shipper(test, witness);
    await grow(test, 3);
    await ship();
    const notes = [...objects];
    // Simulates a lost response to the last PUT.
    objects.delete('/bucket/team_a/latest');
    expect(await ship()).toBe('delivered');
    expect([...objects]).toEqual(notes);
    expect([...objects.keys()]).toEqual(['/bucket/team_a/000000000003', '/bucket/team_a/latest']);
  });
});

describe('An object store with its own authentication', () => {
  const s3 = { region: 'ap-south-1', access_key_id: 'AKIAEXAMPLE', secret_access_key: 'not a real one' };

  it('an S3 store receives requests signed with Signature Version 4', async () => {
    const objects = new Map<string, string>();
    const store = await serve(({ method, path, headers, body }) => {
      if (headers['authorization'] !== authorizationOf({ method, path, headers, body }, s3))
        return { status: 403 };
      if (method === 'PUT') objects.set(path, body);
      const found = objects.get(path);
      return found === undefined ? { status: 404 } : { status: 200, body: found };
    });
    const settings = { kind: 'object_store', name: 's3', url: `${store.url}/ledger`, headers: {} } as const;
    const test = await openSigned();
    await grow(test, 3);
    expect(await shipper(test, createWitness({ ...settings, s3 })).ship()).toBe('delivered');
    expect([...objects.keys()]).toEqual(['/ledger/team_a/000000000003', '/ledger/team_a/latest']);
    const wrong = { ...s3, secret_access_key: 'another' };
    expect(await shipper(test, createWitness({ ...settings, name: 'no', s3: wrong })).ship()).toBe('failed');
  });

  it('a store with a signature in its query string receives that signature with each request', async () => {
    const objects = new Map<string, string>();
    const store = await serve(({ method, path, body }) => {
      if (!path.endsWith('?sv=1&sig=abc')) return { status: 403 };
      if (method === 'PUT') objects.set(path, body);
      const found = objects.get(path);
      return found === undefined ? { status: 404 } : { status: 200, body: found };
    });
    const url = `${store.url}/container/?sv=1&sig=abc`;
    const test = await openSigned();
    await grow(test, 3);
    const witness = createWitness({ kind: 'object_store', name: 'sas', url, headers: {} });
    expect(await shipper(test, witness).ship()).toBe('delivered');
    expect([...objects.keys()][1]).toBe('/container/team_a/latest?sv=1&sig=abc');
  });
});

describe('A webhook as a witness', () => {
  const SECRET = 'a secret of sixteen or more';

  it('the webhook receives the checkpoint, a proof since the last one and our signature', async () => {
    const test = await openSigned();
    const { url, received } = await serve(() => ({ status: 204 }));
    const { ship } = shipper(
      test,
      createWitness({ kind: 'webhook', name: 'hook', url, secret: SECRET }, 'sha256'),
    );
    for (const rows of [3, 8]) {
      await grow(test, rows);
      expect(await ship()).toBe('delivered');
    }
    const [first, second] = received.map(({ body }) => JSON.parse(body) as Posted) as [Posted, Posted];
    expect([first.consistency, second.consistency.from]).toEqual([{ from: 0, proof: [] }, 3]);
    const claim = {
      from: 3,
      to: 8,
      fromRoot: Buffer.from(first.root, 'base64'),
      toRoot: Buffer.from(second.root, 'base64'),
      proof: second.consistency.proof.map((hash) => Buffer.from(hash, 'base64')),
    };
    expect(verifyConsistency(claim)).toBe(true);
    expect(openCheckpoint(second.checkpoint, await test.keys()).size).toBe(8);
    for (const { headers, body } of received) {
      const hmac = createHmac('sha256', SECRET).update(body).digest('hex');
      expect(headers['x-pramaan-signature']).toBe(`sha256=${hmac}`);
      const standard = new Webhook(Buffer.from(SECRET).toString('base64'));
      expect(standard.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    }
  });

  it('the signature of earlier releases is sent only on request', async () => {
    const test = await openSigned();
    const { url, received } = await serve(() => ({ status: 204 }));
    const { ship } = shipper(test, createWitness({ kind: 'webhook', name: 'hook', url, secret: SECRET }));
    await grow(test, 1);
    expect(await ship()).toBe('delivered');
    expect(received[0]!.headers).not.toHaveProperty('x-pramaan-signature');
    expect(received[0]!.headers).toHaveProperty('webhook-signature');
  });

  it.each([
    [409, 'refused'],
    [422, 'refused'],
    [500, 'failed'],
    [302, 'failed'],
    [404, 'failed'],
  ] as const)('a webhook that responds with %d has %s the checkpoint', async (status, outcome) => {
    const test = await openSigned();
    const { url } = await serve(() => ({ status }));
    const { ship } = shipper(test, createWitness({ kind: 'webhook', name: 'hook', url }));
    await grow(test, 1);
    expect(await ship()).toBe(outcome);
  });

  it('the service itself notices when the ledger is shorter than the checkpoint that the webhook accepted', async () => {
    const test = await openSigned();
    const { url } = await serve(() => ({ status: 200 }));
    const { ship, details } = shipper(test, createWitness({ kind: 'webhook', name: 'hook', url }));
    await grow(test, 5);
    await ship();
    await tamper(
      test,
      CUT_TO_2,
      REWRITE,
      'TRUNCATE ledger_cosignatures, ledger_checkpoints, ledger_tiles, ledger_trees',
    );
    await test.sign();
    expect(await ship()).toBe('refused');
    expect(details.at(-1)).toBe('truncated: a checkpoint over 5 rows was delivered, but the ledger has 2');
  });
});

describe('A failed delivery', () => {
  it('a failed delivery is retried after a pause, and the state shows both attempts', async () => {
    const test = await openSigned();
    let up = false;
    const { url, received } = await serve(() => ({ status: up ? 200 : 503 }));
    const { due, details } = shipper(test, createWitness({ kind: 'webhook', name: 'hook', url }));
    await grow(test, 2);
    expect(await due()).toMatchObject({ failed: 1 });
    expect(await due()).toEqual({ delivered: 0, failed: 0, refused: 0 });
    expect((await readLedgerState(test.pool)).witnesses).toMatchObject([
      { name: 'hook', failed: 1, failures: 1 },
    ]);
    up = true;
    await test.admin.query("UPDATE ledger_shipments SET tried_at = tried_at - interval '6 seconds'");
    expect(await due()).toMatchObject({ delivered: 1 });
    expect(await due()).toEqual({ delivered: 0, failed: 0, refused: 0 });
    expect((await readLedgerState(test.pool)).witnesses).toMatchObject([
      { delivered: 1, failed: 0, failures: 1 },
    ]);
    expect([received.length, details]).toEqual([2, ['it responded with 503', null]]);
  });

  it('an unchanged ledger is compared again after a while, so that lost rows are noticed even without new ones', async () => {
    const [test, { witness }] = [await openSigned(), await inFolder()];
    const { due } = shipper(test, witness);
    await grow(test, 5);
    await due();
    const { rows: before } = await test.admin.query<{ s: object }>(
      'SELECT to_json(s) AS s FROM ledger_shipments AS s',
    );
    await rewriteAll(test, CUT_TO_2);
    await test.admin.query(
      'INSERT INTO ledger_shipments SELECT (json_populate_record(NULL::ledger_shipments, $1)).*',
      [before[0]!.s],
    );
    await test.admin.query("UPDATE ledger_shipments SET size = 2, tried_at = now() - interval '11 minutes'");
    expect(await due()).toMatchObject({ refused: 1 });
  });

  it('the log never contains a witness’s address or response', async () => {
    const test = await openSigned();
    const url = `http://user:hidden@127.0.0.1:${await deadPort()}/secret-path`;
    const { ship, details } = shipper(test, createWitness({ kind: 'webhook', name: 'hook', url }));
    await grow(test, 1);
    expect(await ship()).toBe('failed');
    expect(details.join()).not.toMatch(/hidden|secret-path/);
  });

  it('deliveries to a dead witness stop after three teams, and other witnesses are still served', async () => {
    const test = await openSigned();
    const { received, url } = await serve(() => ({ status: 500 }));
    const alive = await inFolder();
    await test.admin.query(
      "INSERT INTO teams (id, name) SELECT 'team_' || n, 'n' || n FROM generate_series(1, 6) AS n",
    );
    for (let n = 1; n <= 6; n += 1) {
      await appendSteps(test.ledger, 1, { teamId: `team_${n}` });
      await test.signTeam(`team_${n}`);
    }
    const dead = shipper(test, createWitness({ kind: 'webhook', name: 'hook', url }));
    expect(await dead.due()).toMatchObject({ failed: 3 });
    expect(received).toHaveLength(3);
    expect(await shipper(test, alive.witness).due()).toMatchObject({ delivered: 6 });
    expect((await latestCheckpoint(test.pool, 'team_6'))?.size).toBe(1);
  });
});
