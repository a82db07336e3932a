// Runs a fence in a separate process until its input ends.
// Usage: fence-process.ts <socket> <allowed name>…
import { connect } from 'node:net';
import { createEgressFence, type Network } from '../../../src/desktop/egress-proxy/index.ts';
import { ADDRESSES, NAMES } from './sites.ts';

/** Maps public addresses to the sites on loopback, because the fence would refuse to dial loopback addresses. */
const OUTSIDE: Readonly<Record<string, string>> = {
  [ADDRESSES.allowed]: '93.184.216.34',
  [ADDRESSES.evil]: '93.184.216.66',
};

const network: Network = {
  resolve: async (host) => {
    const address = NAMES[host];
    if (address === undefined) throw new Error('no such name');
    return [OUTSIDE[address] ?? '10.0.30.1'];
  },
  dial: async (address, port) => {
    const real = Object.keys(OUTSIDE).find((key) => OUTSIDE[key] === address);
    const socket = connect(port, real ?? ADDRESSES.inside);
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return socket;
  },
  ownAddresses: () => [],
};

const [socketPath = '', ...allow] = process.argv.slice(2);
const fence = await createEgressFence({
  socketPath,
  allow,
  network,
  onBlock: async () => undefined,
  limits: { helloMs: 1_000, bytes: Number.MAX_SAFE_INTEGER },
});
process.stdout.write('listening\n');
process.stdin.resume();
process.stdin.on('end', () => void fence.close());
