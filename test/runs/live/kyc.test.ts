import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { rootOf } from '../../../src/observability/agent-spans.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import { openai } from '../../model-provider/openai.ts';
import { byTurn, kycTurns } from '../../model-provider/scripts.ts';
import { messagesOf, startLive } from '../../helpers/live.ts';
import { containersOf } from '../../helpers/sandboxes.ts';
import { openStream } from '../../helpers/live-stream.ts';
import { startWebhookReceiver } from '../../helpers/webhook-receiver.ts';
import { useService } from '../../helpers/use-service.ts';
import { useFakeProvider } from '../../model-provider/server.ts';

const LIMIT = { timeout: 60_000 };

const spans: string[] = [];

const collect = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  spans.push(await text(request));
  response.setHeader('content-type', 'application/json').end('{}');
};

const provider = await useFakeProvider(openai, byTurn(openai, ...kycTurns()));
const collector = createServer((request, response) => void collect(request, response)).listen(0, '127.0.0.1');
afterAll(() => void collector.close());
await once(collector, 'listening');
const { port } = collector.address() as AddressInfo;
const receiver = await startWebhookReceiver();
afterAll(receiver.close);
const service = await useService({
  sandboxes: true,
  provider,
  env: {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    WEBHOOK_PINNED: `hooks.bank.example=127.0.0.1:${receiver.port}`,
  },
});

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}

/** Returns all spans of a trace that the collector has. */
const spansOf = (traceId: string): readonly Span[] =>
  spans
    .flatMap((body) => JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] })
    .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
    .flatMap((scope) => scope.spans)
    .filter((span) => span.traceId === traceId);

describe('A live kyc run', () => {
  it('a live run handles the case with real tools, and its steps are its ledger rows', LIMIT, async () => {
    const run = await startLive(service, 'kyc');
    const ended = await service.finished(run.id);
    expect(ended).toMatchObject({
      mode: 'live',
      status: 'succeeded',
      decision: 'approve',
      reasons: [],
      error: null,
      model: { name: 'fake-model', turns: 8, tool_calls: 8, ended_by: 'tool', input_tokens: 800 },
    });
    const { entries } = await service.ledgerOf(run.id);
    expect(entries.map(({ action }) => action).filter((action) => action !== 'agent.turn')).toEqual([
      'fs.read',
      'pii.scan',
      'kyc.verify',
      'db.query',
      'sandbox.open',
      'sandbox.run',
      'risk.score',
      'egress.block',
      'agent.decision',
      'sandbox.close',
      'db.write',
    ]);
    expect(ended.steps.map(({ action }) => action)).toEqual(entries.map(({ action }) => action));
    expect(entries.map(({ step }) => step)).toEqual(entries.map((_, index) => index + 1));
    expect(await containersOf(service)).toSatisfy((held: readonly { Labels: object }[]) =>
      held.every(({ Labels }) => !JSON.stringify(Labels).includes(run.ledgerRef)),
    );
    expect(await service.verify()).toMatchObject({ ok: true });
    expect(provider.unexpected()).toBe(0);
  });

  it('a live run masks identifiers in every request to the model', LIMIT, async () => {
    const run = await startLive(service, 'kyc');
    await service.finished(run.id);
    const sent = provider.asked.map(({ raw }) => raw).join('\n');
    expect(sent).toContain('Meera Sample');
    expect(sent).not.toMatch(/2345 ?6789 ?1238|ABCPK1234L/);
    expect(JSON.stringify(await messagesOf(service, run))).not.toMatch(/2345 ?6789 ?1238|ABCPK1234L/);
  });

  it('a live run forms one trace at the collector without any message text', LIMIT, async () => {
    const run = await startLive(service, 'kyc');
    await service.finished(run.id);
    const { traceId } = rootOf({ ledger_ref: run.ledgerRef });
    await expect.poll(() => spans.join('\n')).toContain('invoke_agent live.kyc');
    await expect.poll(() => spans.join('\n')).toContain(traceId);
    const sent = spans.join('\n');
    expect(sent).toContain('chat fake-model');
    expect(sent).toContain('execute_tool run_python');
    expect(sent).not.toMatch(/Meera|checked|canary/);
  });

  it(
    'a request with a traceparent is one trace: request, activities, model calls and the webhook',
    LIMIT,
    async () => {
      const [traceId, caller] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
      const hook = { url: 'http://hooks.bank.example/traced', events: ['run.succeeded'] };
      const { key } = await issueKey(service.database.db, {
        teamId: service.teamId,
        name: 'webhooks',
        scopes: ['webhooks'],
      });
      const subscribed = await fetch(`${service.url}/v1/webhooks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(hook),
      });
      expect(subscribed.status).toBe(201);
      const asked = provider.asked.length;
      const stream = await openStream(`${service.url}/v1/workforce/run?stream=ag-ui`, {
        key: service.key,
        headers: { traceparent: `00-${traceId}-${caller}-01` },
        body: { vertical: 'kyc' },
      });
      await stream.ended();
      const [event] = await receiver.atLeast('/traced', 1);
      expect(event!.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));

      const names = (): readonly string[] => spansOf(traceId).map(({ name }) => name);
      await expect.poll(names).toContain('POST /v1/workforce/run');
      await expect.poll(names).toContain('invoke_agent live.kyc');
      await expect.poll(() => names().filter((name) => name.startsWith('chat ')).length).toBe(8);
      const all = spansOf(traceId);
      const sent = provider.asked
        .slice(asked)
        .map(({ headers }) => String(headers['traceparent']).split('-'));
      const chats = all.filter(({ name }) => name.startsWith('chat ')).map(({ spanId }) => spanId);
      expect(sent.map(([, trace]) => trace)).toEqual(sent.map(() => traceId));
      expect(new Set(sent.map(([, , span]) => span))).toEqual(new Set(chats));
      expect(all.some(({ name }) => name === 'activity modelTurn')).toBe(true);
      const strays = (): readonly Span[] => {
        const found = spansOf(traceId);
        const ids = new Set([caller, ...found.map(({ spanId }) => spanId)]);
        return found.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId));
      };
      await expect.poll(strays).toEqual([]);
    },
  );
});
