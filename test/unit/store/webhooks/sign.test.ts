import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it } from 'vitest';
import {
  formatPublicKey,
  formatSecret,
  parsePublicKey,
  parseSecret,
  signedHeaders,
} from '../../../../src/store/webhooks/sign.ts';

const newSecret = () => {
  const { privateKey: ed25519, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  return { hmac: randomBytes(32), ed25519, publicKey: raw };
};

const now = (): number => Math.floor(Date.now() / 1_000);
const body = JSON.stringify({ type: 'run.escalated', data: { run_id: 'run_1', name: 'आशा' } });

describe('A signed delivery', () => {
  const [current, previous] = [newSecret(), newSecret()];
  const headers = signedHeaders([current, previous], { id: 'evt_1', timestamp: now(), body });

  it.each([
    ['standardwebhooks', Webhook],
    ['svix', SvixWebhook],
  ])('%s accepts it with the current and with the previous secret', (_, Verifier) => {
    for (const { hmac } of [current, previous]) {
      expect(() => new Verifier(formatSecret(hmac)).verify(body, headers)).not.toThrow();
    }
  });

  it.each([
    ['standardwebhooks', Webhook],
    ['svix', SvixWebhook],
  ])('%s refuses another secret, another body, another id and an old time', (_, Verifier) => {
    const verifier = new Verifier(formatSecret(current.hmac));
    expect(() => new Verifier(formatSecret(randomBytes(32))).verify(body, headers)).toThrow();
    expect(() => verifier.verify(body.replace('run_1', 'run_2'), headers)).toThrow();
    expect(() => verifier.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
    const old = signedHeaders([current], { id: 'evt_1', timestamp: now() - 3_600, body });
    expect(() => verifier.verify(body, old)).toThrow();
  });

  it('the v1a signatures verify with the published keys', () => {
    const content = Buffer.from(`evt_1.${headers['webhook-timestamp']}.${body}`);
    const signatures = headers['webhook-signature']!.split(' ').filter((one) => one.startsWith('v1a,'));
    const verified = [current, previous].map(({ publicKey }, index) => {
      const raw = parsePublicKey(formatPublicKey(publicKey))!;
      const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      return verify(null, content, key, Buffer.from(signatures[index]!.slice('v1a,'.length), 'base64'));
    });
    expect(verified).toEqual([true, true]);
  });

  it('the example of the specification has the signature that the specification states', () => {
    const { hmac } = parseSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    expect(
      signedHeaders([{ hmac }], {
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestamp: 1_614_265_330,
        body: '{"test": 2432232314}',
      }),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('a secret of the settings without the prefix is the key itself', () => {
    expect(parseSecret('a secret of sixteen or more').hmac.toString()).toBe('a secret of sixteen or more');
  });

  it.each(['', 'whpk_', 'whpk_short=', `whsec_${randomBytes(32).toString('base64')}`])(
    '"%s" is not a public key',
    (text) => {
      expect(parsePublicKey(text)).toBeUndefined();
    },
  );
});
