import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { InboundSettings } from '../../../../src/connectors/common/settings.ts';
import type { Signed } from '../../../../src/connectors/inbound/hmac.ts';
import { verifySender } from '../../../../src/connectors/inbound/verify.ts';
import { signatures } from '../../../helpers/inbound-events.ts';

const NOW = new Date('2026-11-10T10:00:00Z');
const SECRET = 'made-up-secret-of-a-sender';
const OTHER = 'another-made-up-secret-1234';
const BODY = '{"id":"e1","text":"स"}';

const settings = (over: Partial<InboundSettings>): InboundSettings => ({
  shape: 'custom',
  vertical: 'it',
  scheme: 'bearer',
  tolerance_s: 300,
  secrets: 1,
  private_keys: 0,
  ...over,
});

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly search?: string;
  readonly secrets?: readonly string[];
}

const verify = async (
  over: Partial<InboundSettings>,
  { headers = {}, body = BODY, search = '', secrets = [SECRET] }: Sent,
): Promise<Signed> =>
  verifySender(
    { header: (name) => headers[name.toLowerCase()] ?? '', search, body: Buffer.from(body) },
    settings(over),
    { inbound: { secrets, private_keys: [] } },
    NOW,
  );

const refusal = async (over: Partial<InboundSettings>, sent: Sent): Promise<string> => {
  const error = (await verify(over, sent).then(
    () => undefined,
    (reason: unknown) => reason,
  )) as { code: string; message: string };
  expect(error.message).not.toContain(SECRET);
  return error.code;
};

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

const bearer = (text: string) => ({ headers: { authorization: `Bearer ${text}` } });

describe('A Standard Webhooks signature', () => {
  const key = `whsec_${Buffer.from(SECRET).toString('base64')}`;
  const signed = (at = NOW, body = BODY) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(at.getTime() / 1_000),
    'webhook-signature': `v1,AAAA ${new Webhook(key).sign('msg_1', at, body)}`,
  });
  const scheme = 'standard_webhooks';

  it('a signature of the reference implementation is accepted, and its id counts', async () => {
    expect(await verify({ scheme }, { headers: signed(), secrets: [key] })).toMatchObject({ id: 'msg_1' });
  });

  it.each([
    ['a changed body', { headers: signed(), body: `${BODY} ` }, 'signature_wrong'],
    ['another id', { headers: { ...signed(), 'webhook-id': 'msg_2' } }, 'signature_wrong'],
    [
      'another secret',
      { headers: signed(), secrets: [`whsec_${Buffer.from(OTHER).toString('base64')}`] },
      'signature_wrong',
    ],
    ['a time of six minutes ago', { headers: signed(new Date(NOW.getTime() - 360_000)) }, 'out_of_time'],
    ['a time of six minutes ahead', { headers: signed(new Date(NOW.getTime() + 360_000)) }, 'out_of_time'],
    ['no signature', { headers: { ...signed(), 'webhook-signature': '' } }, 'signature_missing'],
  ] as const)('%s is refused', async (_name, sent, code) => {
    expect(await refusal({ scheme }, { secrets: [key], ...sent })).toBe(code);
  });
});

describe('A PagerDuty signature', () => {
  const scheme = 'pagerduty';

  it('one of several signatures is enough, so that a secret can be replaced', async () => {
    const headers = signatures.pagerduty(BODY, OTHER, SECRET);
    expect(await verify({ scheme }, { headers })).toEqual({});
  });

  it('a changed body, another secret and a malformed signature are refused', async () => {
    expect(await refusal({ scheme }, { headers: signatures.pagerduty(BODY, SECRET), body: '{}' })).toBe(
      'signature_wrong',
    );
    expect(await refusal({ scheme }, { headers: signatures.pagerduty(BODY, OTHER) })).toBe('signature_wrong');
    expect(await refusal({ scheme }, { headers: { 'x-pagerduty-signature': 'v1=zz' } })).toBe(
      'signature_wrong',
    );
    expect(await refusal({ scheme }, {})).toBe('signature_missing');
  });
});

describe('A Zendesk signature', () => {
  const scheme = 'zendesk';

  it('the signature covers the time, which must be close to ours', async () => {
    const headers = signatures.zendesk(BODY, SECRET, NOW);
    expect(await verify({ scheme }, { headers })).toEqual({ at: NOW });
    const moved = { ...headers, 'x-zendesk-webhook-signature-timestamp': new Date(0).toISOString() };
    expect(await refusal({ scheme }, { headers: moved })).toBe('signature_wrong');
    const late = signatures.zendesk(BODY, SECRET, new Date(NOW.getTime() - 301_000));
    expect(await refusal({ scheme }, { headers: late })).toBe('out_of_time');
    expect(await verify({ scheme, tolerance_s: 600 }, { headers: late })).toMatchObject({});
  });
});

describe('A shared secret', () => {
  it.each([
    ['bearer', { scheme: 'bearer' }, { headers: { authorization: `Bearer ${SECRET}` } }],
    ['basic', { scheme: 'basic', user: 'prom' }, { headers: basic(`prom:${SECRET}`) }],
    ['header', { scheme: 'header', header: 'X-Desk-Token' }, { headers: { 'x-desk-token': SECRET } }],
    ['query', { scheme: 'query' }, { search: `?token=${encodeURIComponent(SECRET)}` }],
  ] as const)('it is accepted as %s, and another one is refused', async (_name, over, sent) => {
    expect(await verify(over, sent)).toEqual({});
    expect(await refusal(over, { ...sent, secrets: [OTHER] })).toBe('signature_wrong');
    expect(await refusal(over, {})).toBe('signature_missing');
  });

  it('another user name and a longer secret are refused', async () => {
    const over = { scheme: 'basic', user: 'prom' } as const;
    expect(await refusal(over, { headers: basic(`other:${SECRET}`) })).toBe('signature_wrong');
    expect(await refusal({ scheme: 'query' }, { search: `?token=${SECRET}x` })).toBe('signature_wrong');
  });
});

describe('A signed token', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const over = { scheme: 'jwt', public_keys: [pem], audience: 'payer-1' } satisfies Partial<InboundSettings>;
  const token = async (claims: object, key = privateKey, alg = 'RS256') =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(key);
  const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;

  it('a token of the gateway is accepted', async () => {
    expect(await verify(over, bearer(await token({ exp: inAnHour, aud: 'payer-1' })))).toEqual({});
  });

  it('a token that expired, never expires, is for somebody else, or was made with the public key as a secret is refused', async () => {
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
    const tokens = [
      await token({ exp: 1, aud: 'payer-1' }),
      await token({ aud: 'payer-1' }),
      await token({ exp: inAnHour, aud: 'payer-2' }),
      await token({ exp: inAnHour, aud: 'payer-1' }, stranger),
      await token({ exp: inAnHour, aud: 'payer-1' }, createSecretKey(Buffer.from(pem)), 'HS256'),
    ];
    for (const text of tokens) expect(await refusal(over, bearer(text))).toBe('signature_wrong');
  });
});
