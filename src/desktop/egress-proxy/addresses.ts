import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Addresses that public sites do not have: IANA's special-purpose registries (RFC 6890 and its successors), multicast, and the
 * one cloud service address outside these ranges. For IPv6, only the global unicast space (2000::/3) is allowed, so mapped,
 * translated (NAT64) and local addresses do not need entries.
 */
const SPECIAL_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // Azure's own service, which every virtual machine can reach.
  ['168.63.129.16', 32],
];

const SPECIAL_V6: readonly (readonly [string, number])[] = [
  // Protocol assignments, including Teredo.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, an IPv4 address in disguise.
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [net, bits] of SPECIAL_V4) special.addSubnet(net, bits, 'ipv4');
const special6 = new BlockList();
for (const [net, bits] of SPECIAL_V6) special6.addSubnet(net, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Returns whether an address belongs to the public internet; false if it is not an address. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
};
