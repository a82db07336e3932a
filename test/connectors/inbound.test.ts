import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { CompactEncrypt, SignJWT } from 'jose';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConnectorBody } from '../../src/contract/connector.ts';
import type { InboundReceipt } from '../../src/contract/inbound.ts';
import type { RunBody } from '../../src/contract/run.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import {
  alertmanagerEvent,
  claimBundle,
  exotelFields,
  freshdeskEvent,
  pagerDutyEvent,
  signatures,
  zendeskEvent,
} from '../helpers/inbound-events.ts';
import { useService } from '../helpers/use-service.ts';

const SECRET = 'made-up-secret-of-a-sender';
const service = await useService();

let admin: string;

const asAdmin = async (
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: unknown }> => {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};

/** Creates a connector and returns the path to which its sender posts. */
const connect = async (name: string, inbound: object, mapping?: string): Promise<string> => {
  const body = { kind: 'inbound', serves: 'cases', inbound, ...(mapping !== undefined && { mapping }) };
  const put = await asAdmin('PUT', `/v1/connectors/${name}`, body);
  expect(put.status).toBeLessThan(300);
  expect(JSON.stringify(put.body)).not.toContain(SECRET);
  return `/v1/inbound/${(put.body as ConnectorBody).id}`;
};

interface Answered {
  readonly status: number;
  readonly body: InboundReceipt & { readonly type?: string };
}

const post = async (
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answered> => {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Answered['body'] };
};

interface Row {
  readonly action: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly actor: object;
}

/** Returns the rows about a connector. */
const rowsOf = async (path: string): Promise<readonly Row[]> => {
  const ref = path.split('/').at(-1)!;
  const { body } = await asAdmin('GET', `/v1/govern/ledger/${ref}`);
  return (body as { readonly entries: readonly Row[] }).entries;
};

const runsOfCase = async (caseId: string): Promise<readonly RunBody[]> => {
  const { body } = await asAdmin('GET', '/v1/workforce/runs?limit=100');
  return (body as { readonly runs: readonly RunBody[] }).runs.filter((run) => run.case_id === caseId);
};

beforeAll(async () => {
  const scopes = ['admin', 'ledger:read', 'runs:read', 'safety'] as const;
  admin = (await issueKey(service.database.db, { teamId: service.teamId, name: 'admin', scopes })).key;
});

const bearer = { authorization: `Bearer ${SECRET}` };
const basic = { authorization: `Basic ${Buffer.from(`hook:${SECRET}`).toString('base64')}` };

describe('An event of another system', () => {
  it.each([
    [
      'pagerduty',
      { shape: 'pagerduty.v3', scheme: 'pagerduty' },
      pagerDutyEvent(),
      (body: string) => signatures.pagerduty(body, SECRET),
      'PD-PINC1',
    ],
    [
      'alertmanager',
      { shape: 'alertmanager.v4', scheme: 'basic', user: 'hook' },
      alertmanagerEvent(),
      () => basic,
      'AM-a1b2c3d4e5f60718',
    ],
    [
      'zendesk',
      { shape: 'zendesk.event', scheme: 'zendesk' },
      zendeskEvent(),
      (body: string) => signatures.zendesk(body, SECRET, new Date()),
      'ZD-4711',
    ],
    [
      'freshdesk',
      { shape: 'freshdesk', scheme: 'header', header: 'X-Desk-Token' },
      freshdeskEvent(),
      () => ({ 'x-desk-token': SECRET }),
      'FD-815',
    ],
  ] as const)(
    'an event of %s starts one run, however often it is sent',
    async (name, inbound, event, sign, caseId) => {
      const path = await connect(name, { ...inbound, secrets: [SECRET] });
      const body = JSON.stringify(event);
      const first = await post(path, body, sign(body));
      expect(first).toMatchObject({ status: 202, body: { status: 'accepted', run_id: expect.any(String) } });
      const again = await Promise.all([1, 2, 3].map(async () => post(path, body, sign(body))));
      for (const one of again)
        expect(one).toMatchObject({ status: 202, body: { status: 'duplicate', run_id: first.body.run_id } });
      expect(await service.finished(first.body.run_id!)).toMatchObject({
        status: 'succeeded',
        case_id: caseId,
      });
      expect(await runsOfCase(caseId)).toHaveLength(1);
      const connectorId = path.split('/').at(-1)!;
      expect((await rowsOf(path)).filter(({ action }) => action.startsWith('inbound.'))).toMatchObject([
        {
          action: 'inbound.accepted',
          detail: { run_id: first.body.run_id },
          actor: { kind: 'service', id: connectorId, name },
        },
      ]);
    },
  );

  it('a call of Exotel arrives as a form, with its token in the address', async () => {
    const path = await connect('exotel', { shape: 'exotel.status', scheme: 'query', secrets: [SECRET] });
    const form = new URLSearchParams(exotelFields()).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await post(`${path}?token=${SECRET}`, form, type);
    expect(answer).toMatchObject({ status: 202, body: { status: 'accepted' } });
    const run = await service.finished(answer.body.run_id!);
    expect(run).toMatchObject({ vertical: 'voice', decision: 'escalate' });
    expect((await post(`${path}?token=${SECRET}x`, form, type)).status).toBe(401);
    const passthru = async (of: string, token: string) =>
      fetch(`${service.url}${of}?${form}&token=${token}`).then(async (response) => ({
        status: response.status,
        body: (await response.json()) as object,
      }));
    const again = { status: 'duplicate', run_id: answer.body.run_id };
    expect(await passthru(path, SECRET)).toMatchObject({ status: 200, body: again });
    expect((await passthru(path, `${SECRET}x`)).status).toBe(401);
    const pager = await connect('pager-get', {
      shape: 'pagerduty.v3',
      scheme: 'pagerduty',
      secrets: [SECRET],
    });
    expect((await passthru(pager, SECRET)).status).toBe(404);
  });

  it('a FHIR claim is decided, and its outcome is a ClaimResponse that refers to it', async () => {
    const key = `whsec_${Buffer.from(SECRET).toString('base64')}`;
    const path = await connect('hospital', {
      shape: 'fhir.claim',
      scheme: 'standard_webhooks',
      secrets: [key],
    });
    const body = JSON.stringify(claimBundle());
    const at = new Date();
    const headers = {
      'content-type': 'application/fhir+json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(key).sign('msg_1', at, body),
    };
    const first = await post(path, body, headers);
    expect(first).toMatchObject({ status: 202, body: { status: 'accepted' } });
    const run = await service.finished(first.body.run_id!);
    expect(run).toMatchObject({ vertical: 'kyc', decision: 'approve', case_id: 'CLM-FHIR-1' });
    const response = await fetch(`${service.url}/v1/workforce/runs/${run.id}/claim-response`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(response.headers.get('content-type')).toContain('application/fhir+json');
    expect(await response.json()).toMatchObject({
      resourceType: 'ClaimResponse',
      outcome: 'complete',
      request: { reference: 'Claim/claim-1', identifier: { value: 'CLM-FHIR-1' } },
      insurer: { reference: 'Organization/insurer-1' },
      total: [{ amount: { value: 48_500, currency: 'INR' } }],
    });
    expect(JSON.stringify(await rowsOf(path))).not.toContain('ABCPK1234L');
  });

  it('a claim of NHCX is opened with the private key, and the acknowledgement repeats its ids', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const gateway = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const path = await connect('nhcx', {
      shape: 'nhcx',
      scheme: 'jwt',
      public_keys: [gateway.publicKey.export({ type: 'spki', format: 'pem' })],
      private_keys: [privateKey.export({ type: 'pkcs8', format: 'pem' })],
    });
    const callId = randomUUID();
    const envelope = async () =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claimBundle('CLM-NHCX-1'))))
        .setProtectedHeader({
          alg: 'RSA-OAEP',
          enc: 'A256GCM',
          'x-hcx-api_call_id': callId,
          'x-hcx-correlation_id': 'correlation-1',
          'x-hcx-timestamp': new Date().toISOString(),
        })
        .encrypt(publicKey);
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256' })
      .setExpirationTime('5m')
      .sign(gateway.privateKey);
    const headers = { authorization: `Bearer ${token}` };
    const first = await post(path, JSON.stringify({ payload: await envelope() }), headers);
    expect(first).toMatchObject({
      status: 202,
      body: { status: 'accepted', api_call_id: callId, correlation_id: 'correlation-1' },
    });
    const again = await post(path, JSON.stringify({ payload: await envelope() }), headers);
    expect(again.body).toMatchObject({ status: 'duplicate', run_id: first.body.run_id });
    // Anyone can encrypt for us, so an envelope without the gateway's token is refused.
    expect((await post(path, JSON.stringify({ payload: await envelope() }), {})).status).toBe(401);
    expect(await service.finished(first.body.run_id!)).toMatchObject({
      vertical: 'kyc',
      case_id: 'CLM-NHCX-1',
    });
  });

  it('ten copies that arrive at once start one run', async () => {
    const path = await connect('alerts', { shape: 'alertmanager.v4', scheme: 'bearer', secrets: [SECRET] });
    const event = alertmanagerEvent();
    const body = JSON.stringify({
      ...event,
      alerts: [{ ...event.alerts[0]!, fingerprint: 'abcdefabcdefabcd' }],
    });
    const answers = await Promise.all(Array.from({ length: 10 }, async () => post(path, body, bearer)));
    expect(answers.filter(({ body: { status } }) => status === 'accepted')).toHaveLength(1);
    expect(new Set(answers.map(({ body: { run_id } }) => run_id)).size).toBe(1);
    expect(await runsOfCase('AM-abcdefabcdefabcd')).toHaveLength(1);
    await service.finished(answers[0]!.body.run_id!);
  });

  it('an event that its mapping leaves out starts nothing, and a row records that', async () => {
    const path = await connect('resolved', { shape: 'pagerduty.v3', scheme: 'pagerduty', secrets: [SECRET] });
    const body = JSON.stringify(pagerDutyEvent('EVT-END', 'incident.resolved'));
    expect(await post(path, body, signatures.pagerduty(body, SECRET))).toMatchObject({
      status: 202,
      body: { status: 'ignored', run_id: null },
    });
    expect((await rowsOf(path)).map(({ action }) => action)).toContain('inbound.ignored');
  });
});

const signed = (body: string, at = new Date(), secret = SECRET) => signatures.zendesk(body, secret, at);

const turn = async (action: string) =>
  asAdmin('POST', '/v1/govern/switches', { scope: 'vertical:support', action, reason: 'An exercise.' });

describe('An event that is refused', () => {
  const event = JSON.stringify(zendeskEvent('01REFUSED'));
  let path: string;

  beforeAll(async () => {
    path = await connect('refusing', { shape: 'zendesk.event', scheme: 'zendesk', secrets: [SECRET] });
  });

  it.each([
    ['without a signature', event, () => ({}), 401, 'signature_missing'],
    [
      'with the signature of another secret',
      event,
      () => signed(event, new Date(), 'another-secret-of-nobody'),
      401,
      'signature_wrong',
    ],
    ['with the signature of another body', event, () => signed(`${event} `), 401, 'signature_wrong'],
    [
      'that was signed ten minutes ago',
      event,
      () => signed(event, new Date(Date.now() - 600_000)),
      401,
      'out_of_time',
    ],
    [
      'of another media type',
      event,
      () => ({ ...signed(event), 'content-type': 'text/xml' }),
      415,
      'type_unsupported',
    ],
    ['that is too large', 'x'.repeat(2_097_153), (body: string) => signed(body), 413, 'too_large'],
    ['that is no JSON', '<xml/>', (body: string) => signed(body), 400, 'unreadable'],
    ['without an id', '{"type":"x"}', (body: string) => signed(body), 422, 'event_id_missing'],
  ])(
    'an event %s starts nothing and is a row with its reason',
    async (_name, body, headers, status, code) => {
      const before = (await rowsOf(path)).length;
      expect((await post(path, body, headers(body))).status).toBe(status);
      const rows = (await rowsOf(path)).slice(before);
      expect(rows).toMatchObject([
        { action: 'inbound.refused', detail: { code }, actor: { kind: 'service', name: 'refusing' } },
      ]);
    },
  );

  it('a mapping that returns no object is refused, and a corrected one accepts the same event', async () => {
    const inbound = { shape: 'zendesk.event', scheme: 'zendesk', secrets: [SECRET] };
    const own = await connect('mended', inbound, '"a text"');
    expect((await post(own, event, signed(event))).status).toBe(422);
    await connect('mended', inbound, '{ "id": "MENDED-" & detail.id, "issue": detail.subject }');
    const answer = await post(own, event, signed(event));
    expect(answer.body).toMatchObject({ status: 'accepted' });
    expect(await service.finished(answer.body.run_id!)).toMatchObject({ case_id: 'MENDED-4711' });
  });

  it('an unknown connector, one of another kind and a deleted one are not found', async () => {
    expect((await post('/v1/inbound/con_0', event, signed(event))).status).toBe(404);
    const http = { kind: 'http', serves: 'policies', http: { url: 'https://core.example.in/{key}' } };
    const { body } = await asAdmin('PUT', '/v1/connectors/core', http);
    expect((await post(`/v1/inbound/${(body as ConnectorBody).id}`, event, signed(event))).status).toBe(404);
    await asAdmin('DELETE', '/v1/connectors/core');
    await asAdmin('DELETE', '/v1/connectors/refusing');
    expect((await post(path, event, signed(event))).status).toBe(404);
  });

  it('a suspended vertical accepts no event, and accepts the same one after it is resumed', async () => {
    const own = await connect('suspended', { shape: 'zendesk.event', scheme: 'zendesk', secrets: [SECRET] });
    const body = JSON.stringify({ ...zendeskEvent('01SUSPENDED'), detail: { id: '9', subject: 'x' } });
    expect((await turn('suspend')).status).toBeLessThan(300);
    expect((await post(own, body, signed(body))).status).toBe(423);
    expect((await turn('resume')).status).toBeLessThan(300);
    const answer = await post(own, body, signed(body));
    expect(answer.body).toMatchObject({ status: 'accepted' });
    await service.finished(answer.body.run_id!);
  });
});

describe('A connector that receives events', () => {
  const zendesk = { shape: 'zendesk.event', scheme: 'zendesk', secrets: [SECRET] };

  it('a test shows the masked case of an event and starts nothing', async () => {
    const path = await connect('tried', { shape: 'fhir.claim', scheme: 'bearer', secrets: [SECRET] });
    const tested = await asAdmin('POST', '/v1/connectors/tried/test', {
      event: claimBundle('CLM-TRIED'),
    });
    expect(tested.body).toMatchObject({
      ok: true,
      found: true,
      record: { id: 'CLM-TRIED', policy: 'HI-1010' },
    });
    expect(JSON.stringify(tested.body)).not.toContain('ABCPK1234L');
    expect(await runsOfCase('CLM-TRIED')).toEqual([]);
    expect((await rowsOf(path)).map(({ action }) => action)).toContain('connector.tested');
    expect((await asAdmin('POST', '/v1/connectors/tried/test', { key: 'x' })).status).toBe(422);
  });

  it.each([
    ['a scheme that its senders do not use', { ...zendesk, scheme: 'pagerduty' }, '/inbound/scheme'],
    ['no secret', { ...zendesk, secrets: undefined }, '/inbound/secrets'],
    ['no header to look at', { shape: 'freshdesk', scheme: 'header', secrets: [SECRET] }, '/inbound/header'],
    ['no key for envelopes', { shape: 'nhcx', scheme: 'bearer', secrets: [SECRET] }, '/inbound/private_keys'],
    [
      'a public key that is none',
      { shape: 'fhir.claim', scheme: 'jwt', public_keys: ['x'] },
      '/inbound/public_keys/0',
    ],
    [
      'a custom shape without a vertical',
      { shape: 'custom', scheme: 'bearer', secrets: [SECRET] },
      '/inbound/vertical',
    ],
    ['an event id that cannot be parsed', { ...zendesk, event_id: '((' }, '/inbound/event_id'],
  ])('%s is refused with its field', async (_name, inbound, pointer) => {
    const body = { kind: 'inbound', serves: 'cases', inbound };
    const answer = await asAdmin('PUT', '/v1/connectors/new', body);
    expect(answer.status).toBe(422);
    const { errors } = answer.body as { readonly errors: readonly { readonly pointer: string }[] };
    expect(errors.map((error) => error.pointer)).toContain(pointer);
  });
});
