import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { ForgedError, verifyWebhook } from '../../../clients/typescript/src/index.ts';

const secret = Buffer.alloc(32, 5);
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const whsec = `whsec_${secret.toString('base64')}`;
const whpk = `whpk_${Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64')}`;

const body = '{"type":"run.escalated","timestamp":"2026-11-29T10:15:30.123Z","data":{"run_id":"run_1"}}';
const now = new Date('2026-11-29T10:15:31Z');

const deliver = (id = 'evt_1', sentAt = `${now.getTime() / 1000}`, given: string | Buffer = body) => {
  const signed = Buffer.concat([Buffer.from(`${id}.${sentAt}.`), Buffer.from(given)]);
  const hmac = createHmac('sha256', secret).update(signed).digest('base64');
  const ed25519 = sign(null, signed, privateKey).toString('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': sentAt,
    'webhook-signature': `v1,${hmac} v1a,${ed25519}`,
  };
};

it.each([
  ['the secret', [whsec]],
  ['the public key', [whpk]],
  ['one of two secrets, while they are rotated', [`whsec_${Buffer.alloc(32).toString('base64')}`, whsec]],
])('a delivery is accepted by %s', async (_, keys) => {
  const found = await verifyWebhook({ body: Buffer.from(body), headers: deliver(), keys, now });
  expect(found).toEqual({ id: 'evt_1', event: JSON.parse(body) });
  expect(await verifyWebhook({ body, headers: new Headers(deliver()), keys, now })).toEqual(found);
});

const noText = Buffer.from([0x7b, 0xff, 0x7d]);
const unkeyed = `v1,${createHmac('sha256', '')
  .update(`evt_1.${now.getTime() / 1000}.${body}`)
  .digest('base64')}`;

it.each([
  ['another body', { body: body.replace('run_1', 'run_2') }],
  ['another id', { headers: { ...deliver(), 'webhook-id': 'evt_2' } }],
  ['an old time', { headers: deliver('evt_1', '1764411000') }],
  ['no signature', { headers: { ...deliver(), 'webhook-signature': '' } }],
  [
    'a signature of another version',
    { headers: { ...deliver(), 'webhook-signature': deliver()['webhook-signature'].replaceAll('v1', 'v2') } },
  ],
  ['no header', { headers: {} }],
  ['another secret', { keys: [`whsec_${Buffer.alloc(32).toString('base64')}`] }],
  ['bytes that are no text', { body: Buffer.from([0xff]) }],
  ['signed bytes that are no text', { body: noText, headers: deliver('evt_1', undefined, noText) }],
  ['signed text that is no JSON', { body: '{', headers: deliver('evt_1', undefined, '{') }],
  [
    'a secret that was not configured',
    { headers: { ...deliver(), 'webhook-signature': unkeyed }, keys: ['whsec_'] },
  ],
  ['another public key', { keys: [`whpk_${Buffer.alloc(32, 1).toString('base64')}`] }],
])('a delivery with %s is refused', async (_, change) => {
  const given = { body, headers: deliver(), keys: [whsec], now, ...change };
  await expect(verifyWebhook(given)).rejects.toThrow(ForgedError);
});
