import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../../src/desktop/egress-proxy/addresses.ts';

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '223.255.255.1',
    '2a00:1450:4001::1',
    '2606:4700::1',
  ])('isPublicAddress accepts %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ['this-network', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-shared', '100.64.0.1'],
    ['carrier-shared, used by a cloud,', '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['last loopback', '127.255.255.254'],
    ['link-local cloud metadata', '169.254.169.254'],
    ['cloud-internal', '168.63.129.16'],
    ['documentation', '192.0.2.1'],
    ['benchmark', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-in-IPv6', '::ffff:10.0.0.1'],
    ['hexadecimal IPv4-in-IPv6', '::ffff:a00:1'],
    ['public IPv4-in-IPv6', '::ffff:8.8.8.8'],
    ['deprecated IPv4-in-IPv6', '::10.0.0.1'],
    ['NAT64-translated', '64:ff9b::a00:1'],
    ['site-translated', '64:ff9b:1::a00:1'],
    ['6to4', '2002:a00:1::1'],
    ['Teredo', '2001:0:4136:e378::1'],
    ['documentation', '2001:db8::1'],
    ['newer documentation', '3fff::1'],
    ['unique-local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['zoned link-local', 'fe80::1%eth0'],
    ['zoned public', '2a00:1450::1%eth0'],
    ['multicast', 'ff02::1'],
    ['site-local', 'fec0::1'],
    ['discard', '100::1'],
    ['segment-routing', '5f00::1'],
    ['named', 'example.in'],
    ['octally written', '0127.0.0.1'],
    ['hexadecimal', '0x7f000001'],
    ['decimal', '2130706433'],
    ['shortened', '127.1'],
    ['missing', ''],
  ])('isPublicAddress rejects the %s address %s', (_kind, address) =>
    expect(isPublicAddress(address)).toBe(false),
  );

  it('isPublicAddress accepts IPv6 only within 2000::/3', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (isPublicAddress(address)) expect(address).toMatch(/^[23][\da-f]{3}:/i);
      }),
    );
  });
});
