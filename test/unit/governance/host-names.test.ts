import { describe, expect, it } from 'vitest';
import { maskHost } from '../../../src/governance/host-names.ts';

describe('Masking host names', () => {
  it.each([
    ['asha-234567891238.ABCPK1234L.example.org', 'asha-XXXXXXXX1238.ABXXXXXXXL.example.org'],
    ['x234567891238y.example.org', 'xXXXXXXXX1238y.example.org'],
    ['2345.6789.1238.example.org', 'XXXX.XXXX.1238.example.org'],
    ['1000-2345-6789-1238.example.org', '1000-XXXX-XXXX-1238.example.org'],
    ['23456789-1238.example.org', 'XXXXXXXX-1238.example.org'],
    ['x4111111111111111y.example.org', 'xXXXXXXXXXXXX1111y.example.org'],
    ['xabcpk1234ly.example.org', 'xabXXXXXXXly.example.org'],
    ['abcpk-1234-l.example.org', 'abXXX-XXXX-l.example.org'],
    ['x27aapfu0939f1zvy.example.org', 'x27XXXXXXXXXX1zvy.example.org'],
  ])('an identifier in the host name %s is masked', (host, masked) => {
    expect(maskHost(host)).toBe(masked);
    expect(maskHost(masked)).toBe(masked);
  });

  it.each([
    'example.org',
    '203.199.121.100',
    'ec2-203-199-121-100.ap-south-1.compute.example.org',
    'x234567891239y.example.org',
    'd41d8cd98f00b204e9800998ecf8427e.example.org',
    'build-20261129-0915.example.org',
    'abcde1234f.example.org',
    '2001:db8:1234:5678:9abc:def0:1234:5678',
  ])('the odd host name %s stays readable', (host) => {
    expect(maskHost(host)).toBe(host);
  });
});
