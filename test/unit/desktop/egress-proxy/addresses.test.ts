import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../../src/desktop/egress-proxy/addresses.ts';

describe('an address counts as public', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '223.255.255.1',
    '2a00:1450:4001::1',
    '2606:4700::1',
  ])('when it is %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ['this network', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['shared by a carrier', '100.64.0.1'],
    ['a cloud in there', '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['loopback, its far end', '127.255.255.254'],
    ['link local, where clouds keep credentials', '169.254.169.254'],
    ['the inner service of a cloud', '168.63.129.16'],
    ['documentation', '192.0.2.1'],
    ['benchmarks', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4 in IPv6', '::ffff:10.0.0.1'],
    ['IPv4 in IPv6, in hex', '::ffff:a00:1'],
    ['IPv4 in IPv6, a public one even', '::ffff:8.8.8.8'],
    ['IPv4 in IPv6, of old', '::10.0.0.1'],
    ['translated (NAT64)', '64:ff9b::a00:1'],
    ['translated within a site', '64:ff9b:1::a00:1'],
    ['6to4', '2002:a00:1::1'],
    ['Teredo', '2001:0:4136:e378::1'],
    ['documentation', '2001:db8::1'],
    ['documentation of late', '3fff::1'],
    ['unique local', 'fd00:ec2::254'],
    ['link local', 'fe80::1'],
    ['link local with its zone', 'fe80::1%eth0'],
    ['a zone on what would be public', '2a00:1450::1%eth0'],
    ['multicast', 'ff02::1'],
    ['site local', 'fec0::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
    ['a name', 'example.in'],
    ['octal', '0127.0.0.1'],
    ['hex', '0x7f000001'],
    ['decimal', '2130706433'],
    ['short', '127.1'],
    ['nothing', ''],
  ])('not when it is %s: %s', (_kind, address) => expect(isPublicAddress(address)).toBe(false));

  it('in IPv6 only within 2000::/3', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (isPublicAddress(address)) expect(address).toMatch(/^[23][\da-f]{3}:/i);
      }),
    );
  });
});
