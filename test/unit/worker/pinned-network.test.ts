import { expect, it } from 'vitest';
import { isPublicAddress } from '../../../src/desktop/egress-proxy/addresses.ts';
import { reach } from '../../../src/desktop/egress-proxy/network.ts';
import type { Network } from '../../../src/desktop/egress-proxy/index.ts';
import { pinnedNetwork } from '../../../src/worker/pinned-network.ts';

const dialled: string[] = [];
const outside = (answers: readonly string[]): Network => ({
  resolve: async () => answers,
  dial: async (address, port) => {
    dialled.push(`${address} ${port}`);
    throw new Error('nobody answers');
  },
  ownAddresses: () => [],
});
const pin = { host: 'claims.example.in', address: '10.2.3.4', port: 8080 };

it('a pinned network dials the administrator’s address only for the pinned host', async () => {
  const network = pinnedNetwork([pin], outside(['93.184.216.34']));
  const [address = ''] = await network.resolve('claims.example.in');
  expect(isPublicAddress(address)).toBe(true);
  await expect(network.dial(address, 443, AbortSignal.timeout(1_000))).rejects.toThrow();
  expect(dialled).toEqual(['10.2.3.4 8080']);
  expect(await network.resolve('portal.example.in')).toEqual(['93.184.216.34']);
  await expect(pinnedNetwork([pin], outside([address])).resolve('evil.example')).rejects.toThrow();
});

it.each(['2000:0:0:1::1', '2000::1:0:0:0:1', '2000:0000:0000:0001:0000:0000:0000:0001'])(
  'a name that resolves to the stand-in %s of a pinned host counts as private',
  async (address) => {
    const network = pinnedNetwork([pin], outside([address]));
    const target = { host: 'portal.example.in', port: 443, withinMs: 1_000 };
    await expect(reach(network, target)).rejects.toMatchObject({ why: 'private-address' });
  },
);
