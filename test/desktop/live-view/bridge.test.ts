import { connect } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { issueViewToken, VIEW_TOKEN_MS } from '../../../src/api/live-view/view-token.ts';
import { KeyRing } from '../../../src/store/crypto/key-ring.ts';
import { revokeKey } from '../../../src/store/keys/store.ts';
import { openView } from '../../../src/desktop/live-view/api-link.ts';
import {
  VIEW_REQUEST_FIELD,
  CLOSE,
  type ViewRight,
  writeViewRequest,
} from '../../../src/desktop/live-view/view-request.ts';
import { dialLink, LINK_PURPOSE } from '../../../src/desktop/live-view/link.ts';
import { ViewRows } from '../../../src/desktop/live-view/ledger-rows.ts';
import { endLostTakeOvers } from '../../../src/desktop/live-view/lost-take-overs.ts';
import { problemOf } from '../../helpers/api.ts';
import {
  cutText,
  desktopSize,
  encodings,
  GREETING,
  key,
  pointer,
  updateRequest,
  xvp,
} from '../../helpers/rfb-client.ts';
import { opening, openRaw, type RawViewer, startViewLab, tokenOf, type ViewLab } from './helpers.ts';

let lab: ViewLab;
/** A lab that allows only three requests a minute. */
let strict: ViewLab;
beforeAll(async () => {
  lab = await startViewLab({ leaseMs: 1_500, beatMs: 300 });
  strict = await startViewLab({ env: { RATE_LIMIT_PER_MINUTE: '3' } });
});

type Run = Awaited<ReturnType<ViewLab['newRun']>>;

const open = async (run: Run, right: ViewRight): Promise<RawViewer> => {
  const viewer = openRaw(lab.api, opening(tokenOf(await run.address(right))));
  onTestFinished(() => viewer.socket.terminate());
  await expect.poll(() => viewer.texts.length).toBeGreaterThan(0);
  viewer.socket.send(Buffer.concat([GREETING, encodings(0), updateRequest(false)]));
  await expect.poll(() => viewer.bytes().length).toBeGreaterThan(320 * 200 * 4);
  return viewer;
};

const ring = (purpose: string, fill = 11, id = 'k1') =>
  new KeyRing([{ id, key: Buffer.alloc(32, fill) }], purpose);
/** Returns the first line of the response to a request for another protocol. */
const askUpgrade = async (path: string, upgrade: string): Promise<string> => {
  const socket = connect(Number(new URL(lab.api.url).port), '127.0.0.1');
  socket.end(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`);
  let heard = '';
  for await (const chunk of socket) heard += (chunk as Buffer).toString();
  return heard.split('\r\n')[0]!;
};

const actions = async (run: Run) => (await run.rows()).map(({ action }) => action);

describe('A live view’s address', () => {
  it('the API issues an address only for the team’s own runs and only to keys with the scope', async () => {
    const run = await lab.newRun();
    const other = await lab.newRun();
    const path = `/v1/operators/runs/${run.runId}`;
    for (const right of ['view', 'control']) {
      expect((await lab.api.send('POST', `${path}/${right}`, { key: run.key })).status).toBe(200);
      expect(problemOf(await lab.api.send('POST', `${path}/${right}`, { key: other.key }))).toBe('not-found');
      expect((await lab.api.send('POST', `${path}/${right}`)).status).toBe(401);
    }
    const { key: reader } = await lab.api.newKey(run.teamId, ['operators:read']);
    expect((await lab.api.send('POST', `${path}/view`, { key: reader })).status).toBe(200);
    expect((await lab.api.send('POST', `${path}/control`, { key: reader })).status).toBe(403);
  });
});

describe('A live view’s token', () => {
  it('the socket accepts only a current token that this service issued for this run and a working key', async () => {
    const run = await lab.newRun();
    const ask = { run: run.runId, team: run.teamId, key: run.keyId, right: 'view' } as const;
    const good = issueViewToken(ring('live-view'), ask);
    const [payload = '', signature = ''] = good.split('.');
    const forged = Buffer.from(payload, 'base64url').toString().replace(' view ', ' control ');
    const { key: _, ...revoked } = await lab.api.newKey(run.teamId);
    await revokeKey(lab.api.database.db, { teamId: run.teamId, keyId: revoked.keyId });
    const reader = await lab.api.newKey(run.teamId, ['operators:read']);
    for (const first of [
      'no JSON',
      '{}',
      opening(''),
      opening(good.slice(0, -2)),
      opening(`${Buffer.from(forged).toString('base64url')}.${signature}`),
      opening(issueViewToken(ring('live-view', 12), ask)),
      opening(issueViewToken(ring('codec-session'), ask)),
      opening(issueViewToken(ring('live-view'), ask, Date.now() - VIEW_TOKEN_MS - 1)),
      opening(issueViewToken(ring('live-view'), { ...ask, key: revoked.keyId })),
      opening(issueViewToken(ring('live-view'), { ...ask, key: (await lab.newRun()).keyId })),
      opening(issueViewToken(ring('live-view'), { ...ask, right: 'control', key: reader.keyId })),
      Buffer.from(opening(good)),
      run.key,
    ]) {
      expect(await openRaw(lab.api, first).closed).toBe(CLOSE.denied);
    }
    expect(
      await openRaw(lab.api, opening(issueViewToken(ring('live-view'), { ...ask, run: 'op_none' }))).closed,
    ).toBe(CLOSE.absent);
  });

  it('a connection counts against the rate limit of the key that requested its address', async () => {
    const run = await strict.newRun();
    const token = tokenOf(await run.address('view'));
    const codes: number[] = [];
    while (codes.length < 4) {
      const viewer = openRaw(strict.api, opening(token));
      await Promise.race([viewer.closed, expect.poll(() => viewer.texts.length).toBe(1)]);
      viewer.socket.close();
      codes.push(await viewer.closed);
    }
    expect(codes).toEqual([1005, 1005, CLOSE.busy, CLOSE.busy]);
    expect(await strict.ledger.read(run.teamId, run.runId)).toHaveLength(2);
  });

  it('no log contains the token or the address', async () => {
    const run = await lab.newRun();
    const token = tokenOf(await run.address('control'));
    await fetch(`${lab.api.url}/v1/operators/view?token=${token}`);
    const viewer = openRaw(lab.api, opening(token));
    await expect.poll(() => viewer.texts.length).toBe(1);
    viewer.socket.close();
    await expect.poll(() => lab.api.logs.text()).toContain('live view closed');
    expect(lab.api.logs.text()).not.toContain(token.slice(0, 40));
    expect(lab.api.logs.text()).not.toContain(token.slice(-30));
    expect(lab.api.logs.text()).toContain(run.runId);
  });

  it('other upgrade requests get the same responses as before', async () => {
    expect(await askUpgrade('/healthz', 'h2c')).toBe('HTTP/1.1 200 OK');
    expect(await askUpgrade('/healthz', 'websocket')).toBe('HTTP/1.1 200 OK');
    expect(await askUpgrade('/v1/operators/view/socket', 'h2c')).toBe('HTTP/1.1 404 Not Found');
    expect(await askUpgrade('/v1/operators/view/socket', 'websocket')).toBe('HTTP/1.1 400 Bad Request');
  });
});

describe('A viewer', () => {
  it('a viewer sees the screen and cannot touch it, whatever its program sends', async () => {
    const run = await lab.newRun();
    const viewer = await open(run, 'view');
    const before = structuredClone(lab.screen.received());
    viewer.socket.send('take');
    for (const bytes of [
      key(0x61, true),
      pointer(1, 5, 5),
      cutText('rm'),
      xvp(),
      desktopSize(1),
      updateRequest(false),
    ]) {
      viewer.socket.send(bytes);
    }
    // This also works when the bytes arrive in frames of one byte each.
    for (const byte of Buffer.concat([
      key(0x62, true),
      pointer(1, 6, 6),
      cutText('ls'),
      updateRequest(false),
    ])) {
      viewer.socket.send(Buffer.from([byte]));
    }
    await expect.poll(() => viewer.bytes().length).toBeGreaterThan(3 * 320 * 200 * 4);
    expect(viewer.texts).toEqual([
      { type: 'control', control: 'agent', right: 'view' },
      { type: 'control', control: 'agent', right: 'view', refused: 'view-only' },
    ]);
    expect(lab.screen.received()).toEqual(before);
    expect(await actions(run)).toEqual(['operator.view']);
    viewer.socket.send(Buffer.from([1, 2, 3]));
    expect(await viewer.closed).toBe(CLOSE.violation);
  });

  it.each([
    ['an oversized message', Buffer.alloc(3 * 1_048_576), 1009],
    ['a clipboard of two gigabytes', Buffer.from([6, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff]), CLOSE.violation],
    ['a clipboard of negative size', Buffer.from([6, 0, 0, 0, 0x80, 0, 0, 0]), CLOSE.violation],
    ['too many encodings', Buffer.from([2, 0, 0xff, 0xff]), CLOSE.violation],
  ])('the bridge disconnects a viewer that sends %s and keeps the others', async (_what, bytes, code) => {
    const run = await lab.newRun();
    const [wild, calm] = [await open(run, 'control'), await open(run, 'view')];
    wild.socket.send(bytes);
    expect(await wild.closed).toBe(code);
    const before = calm.bytes().length;
    calm.socket.send(updateRequest(false));
    await expect.poll(() => calm.bytes().length).toBeGreaterThan(before);
  });

  it('a viewer that does not read does not delay other viewers and is eventually disconnected', async () => {
    const run = await lab.newRun();
    const [slow, quick] = [await open(run, 'view'), await open(run, 'view')];
    slow.socket.pause();
    // Requests 75 MB of pictures; the bridge does not fetch pictures that the viewer does not read.
    for (let n = 0; n < 300; n += 1) slow.socket.send(updateRequest(false));
    const before = quick.bytes().length;
    quick.socket.send(updateRequest(false));
    await expect.poll(() => quick.bytes().length).toBeGreaterThan(before);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    slow.socket.resume();
    expect(await slow.closed).toBe(CLOSE.again);
    expect(slow.bytes().length).toBeLessThan(40_000_000);
  });

  it('a viewer cannot connect to a run that has ended', async () => {
    const run = await lab.newRun();
    const token = tokenOf(await run.address('control'));
    const viewer = await open(run, 'control');
    await run.end();
    expect(await viewer.closed).toBe(CLOSE.ended);
    expect(await openRaw(lab.api, opening(token)).closed).toBe(CLOSE.absent);
  });

  it('a viewer is disconnected when the desktop ends', async () => {
    const run = await lab.newRun();
    const viewer = await open(run, 'view');
    run.desktop.end();
    expect(await viewer.closed).toBe(CLOSE.ended);
  });
});

describe('A person who takes over', () => {
  it('a person waits for the current action, then acts while the agent waits, and the ledger shows both', async () => {
    const run = await lab.newRun();
    const viewer = await open(run, 'control');
    const acting = Promise.withResolvers<void>();
    const action = run.desktop.control.act(async () => acting.promise);
    viewer.socket.send('take');
    await new Promise((resolve) => setTimeout(resolve, 100));
    viewer.socket.send(key(0x7a, true));
    // The worker has to have it before the action ends.
    await new Promise((resolve) => viewer.socket.once('pong', resolve).ping());
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await actions(run)).toEqual(['operator.view']);
    acting.resolve();
    await action;
    await expect.poll(() => viewer.texts.at(-1)).toMatchObject({ control: 'you' });

    let acted = false;
    const next = run.desktop.control.act(async () => {
      acted = true;
    });
    for (const bytes of [
      pointer(1, 40, 50),
      pointer(0, 40, 50),
      key(0x70, true),
      key(0x70, false),
      key(0x31, true),
    ]) {
      viewer.socket.send(bytes);
    }
    await expect.poll(() => lab.screen.received().keys.at(-1)).toBe('down 31');
    expect(lab.screen.received().keys).not.toContain('down 7a');
    expect(acted).toBe(false);
    viewer.socket.send('release');
    await next;
    await expect.poll(() => viewer.texts.at(-1)).toMatchObject({ control: 'agent' });
    // The key that was still held down is released.
    await expect.poll(() => lab.screen.received().keys.at(-1)).toBe('up 31');
    await expect
      .poll(async () => actions(run))
      .toEqual(['operator.view', 'operator.takeover', 'operator.human', 'operator.handback']);
    const [, takeover, human, handback] = await run.rows();
    expect(takeover?.detail).toMatchObject({ key_id: run.keyId });
    expect(human?.detail).toMatchObject({ keys: 2, click_count: 1, clicks: [{ button: 1, x: 40, y: 50 }] });
    expect(handback?.detail).toMatchObject({ how: 'handed-back' });
  });

  it('a second person is refused until the first has left', async () => {
    const run = await lab.newRun();
    const [first, second] = [await open(run, 'control'), await open(run, 'control')];
    first.socket.send('take');
    await expect.poll(() => second.texts.at(-1)).toMatchObject({ control: 'other' });
    second.socket.send('take');
    await expect.poll(() => second.texts.at(-1)).toMatchObject({ refused: 'taken', control: 'other' });
    first.socket.terminate();
    await expect.poll(() => second.texts.at(-1)).toMatchObject({ control: 'agent' });
    second.socket.send('take');
    await expect.poll(() => second.texts.at(-1)).toMatchObject({ control: 'you' });
    await expect
      .poll(async () => (await run.rows()).map(({ detail }) => detail['how']))
      .toContain('disconnected');
  });

  it('repeated takeovers are rate-limited, and each adds a ledger row', async () => {
    const run = await lab.newRun();
    const viewer = await open(run, 'control');
    for (let n = 0; n < 200; n += 1) {
      viewer.socket.send('take');
      viewer.socket.send('release');
    }
    await expect.poll(async () => actions(run)).toContain('operator.takeover');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const taken = (await actions(run)).filter((action) => action === 'operator.takeover');
    expect(taken.length).toBeLessThanOrEqual(2);
  });

  it('a takeover lost with its worker is handed back exactly once', async () => {
    const run = await lab.newRun();
    const ask = { run: run.runId, team: run.teamId, key: run.keyId, right: 'control' } as const;
    const [ended, lost] = [new ViewRows(lab.ledger, ask), new ViewRows(lab.ledger, ask)];
    await ended.takenOver();
    await ended.handedBack('expired');
    await ended.takenOver();
    await ended.handedBack('handed-back');
    await lost.takenOver();
    for (let n = 0; n < 2; n += 1) await endLostTakeOvers(lab.ledger, ask);
    // The worker was not lost after all, but its hand-back arrives too late.
    await lost.handedBack('closed');
    const hows = (await run.rows()).map(({ action, detail }) => [
      action.replace('operator.', ''),
      detail['how'],
    ]);
    expect(hows).toEqual([
      ['takeover', undefined],
      ['handback', 'expired'],
      ['takeover', undefined],
      ['handback', 'handed-back'],
      ['takeover', undefined],
      ['handback', 'lost'],
    ]);
  });

  it('a person loses control by idling and keeps it by acting', async () => {
    const run = await lab.newRun();
    const viewer = await open(run, 'control');
    viewer.socket.send('take');
    await expect.poll(() => viewer.texts.at(-1)).toMatchObject({ control: 'you' });
    for (let i = 0; i < 12; i += 1) {
      viewer.socket.send(pointer(0, i, i));
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(run.desktop.control.holder).toBe('human');
    await expect.poll(() => run.desktop.control.holder, { timeout: 5_000 }).toBe('agent');
    const before = lab.screen.received().keys.length;
    viewer.socket.send(key(0x61, true));
    await expect.poll(async () => (await run.rows()).at(-1)?.detail).toMatchObject({ how: 'expired' });
    expect(lab.screen.received().keys.length).toBe(before);
  });
});

describe('The link between API and worker', () => {
  const ask = { run: 'op_1', team: 'team_1', key: 'key_1', right: 'control' } as const;

  it.each([
    ['another key under the same name', ring(LINK_PURPOSE, 12)],
    ['a key that the worker does not have', ring(LINK_PURPOSE, 11, 'k2')],
    ['a key for another purpose', ring('live-view')],
  ])('the worker rejects an API with %s', async (_what, wrong) => {
    await expect(openView(lab.link.address, wrong, ask)).rejects.toThrow();
  });

  it('the worker accepts a shared key in any position of either ring', async () => {
    const both = new KeyRing(
      [
        { id: 'k1', key: Buffer.alloc(32, 11) },
        { id: 'k2', key: Buffer.alloc(32, 12) },
      ],
      LINK_PURPOSE,
    );
    const view = await openView(lab.link.address, both, ask);
    const closed = new Promise((resolve) => view.once('close', resolve));
    view.resume();
    expect(await closed).toBe(CLOSE.absent);
  });

  it('the worker drops an API that goes silent and releases its control', async () => {
    const run = await lab.newRun();
    const [host = '', port] = lab.link.address.split(':');
    const asked = { run: run.runId, team: run.teamId, key: run.keyId, right: 'control' } as const;
    const silent = new WebSocket('ws://worker/view', {
      createConnection: () => dialLink({ host, port: Number(port) }, ring(LINK_PURPOSE)),
      headers: { [VIEW_REQUEST_FIELD]: writeViewRequest(asked) },
      autoPong: false,
    });
    await new Promise((resolve) => silent.once('open', resolve));
    silent.send('take');
    await expect.poll(() => run.desktop.control.holder).toBe('human');
    await expect.poll(() => run.desktop.control.holder).toBe('agent');
    await expect
      .poll(async () => (await run.rows()).map(({ detail }) => detail['how']))
      .toContain('disconnected');
    expect(silent.readyState).toBe(silent.CLOSED);
  });

  it('the worker does not respond without TLS', async () => {
    const [, port] = lab.link.address.split(':');
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET /view HTTP/1.1\r\nHost: a\r\n\r\n');
    let heard = '';
    socket.on('data', (bytes) => (heard += bytes.toString('latin1')));
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(heard).not.toContain('HTTP');
  });
});
