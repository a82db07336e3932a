import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../src/webhooks/address.ts';

const PINNED = new Set(['hooks.bank.example']);

describe('The address of a webhook', () => {
  it.each([
    'https://claims.example.in/hooks',
    'https://claims.example.in:8443/hooks?tenant=7',
    'https://CLAIMS.example.in',
    'https://93.184.216.34/hooks',
    'https://[2606:2800:220:1::1]/',
    'https://claims.example.in:443/',
    'http://hooks.bank.example:8080/in',
    'https://hooks.bank.example:22/in',
    'https://hooks.bank.example/in',
  ])('%s is accepted', (url) => {
    expect(refusalOf(url, PINNED)).toBeUndefined();
  });

  it.each([
    ['nonsense', 'is not a URL'],
    ['/hooks', 'is not a URL'],
    ['http://claims.example.in/', 'must start with https://'],
    ['ftp://hooks.bank.example/', 'must start with https://'],
    ['file:///etc/passwd', 'must start with https://'],
    ['https://user:word@claims.example.in/', 'must not contain a user name or a password'],
    ['https://claims.example.in/#part', 'must not contain a fragment'],
    ['https://claims.example.in:22/', 'must not use a port of another kind of service'],
    ['https://claims.example.in:80/', 'must not use a port of another kind of service'],
    ['https://claims.example.in:6379/', 'must not use a port of another kind of service'],
    ['https://localhost/', 'must be a host name with a domain'],
    ['https://intranet./', 'must be a host name with a domain'],
    ['https://127.0.0.1/', 'must not be an address outside the public internet'],
    ['https://2130706433/', 'must not be an address outside the public internet'],
    ['https://0x7f.1/', 'must not be an address outside the public internet'],
    ['https://10.1.2.3/', 'must not be an address outside the public internet'],
    ['https://169.254.169.254/latest', 'must not be an address outside the public internet'],
    ['https://[::1]/', 'must not be an address outside the public internet'],
    ['https://[::ffff:10.0.0.1]/', 'must not be an address outside the public internet'],
    ['https://[fd00::1]/', 'must not be an address outside the public internet'],
  ])('%s is refused because it %s', (url, why) => {
    expect(refusalOf(url, PINNED)).toBe(why);
  });
});
