import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventTypes, TEST_EVENT } from '../../../src/contract/webhook.ts';
import { parsePublicKey } from '../../../src/store/webhooks/sign.ts';

const guide = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
const [, request = ''] = /```http\n([\s\S]*?)```/.exec(guide) ?? [];
const [head = '', body = ''] = request.trim().split('\n\n');
const headers = Object.fromEntries(
  head
    .split('\n')
    .slice(1)
    .map((line) => line.split(': ') as [string, string]),
);
const [, secret = ''] = /"secret": "(whsec_[^"]+)"/.exec(guide) ?? [];
const [, publicKey = ''] = /"public_keys": \["(whpk_[^"]+)"\]/.exec(guide) ?? [];

afterEach(() => vi.useRealTimers());

describe('The guide to webhooks', () => {
  it('shows a request whose v1 signature the shown secret verifies', () => {
    vi.useFakeTimers({ now: Number(headers['webhook-timestamp']) * 1_000, toFake: ['Date'] });
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'run.escalated' });
  });

  it('shows a request whose v1a signature the shown public key verifies', () => {
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), parsePublicKey(publicKey)!]);
    const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
    const [, signature = ''] = /v1a,(\S+)/.exec(headers['webhook-signature'] ?? '') ?? [];
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    expect(verify(null, content, key, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('lists every type of event', () => {
    const listed = [...guide.matchAll(/^\| `([a-z_.]+)` +\|/gm)].map(([, type]) => type);
    expect(listed).toEqual(expect.arrayContaining([...eventTypes, TEST_EVENT]));
  });
});
