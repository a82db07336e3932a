import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Agent, buildConnector, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { command } from './commands.ts';

/** Runs in the namespace: passes on each connection to a socket file to the loopback port of the same number. */
const RELAY = `
const net = require('node:net');
const [folder, ...ports] = process.argv.slice(1);
let waiting = ports.length;
for (const port of ports) net.createServer((from) => {
  const to = net.connect(Number(port), '127.0.0.1');
  for (const [one, other] of [[from, to], [to, from]]) one.on('error', () => other.destroy()).pipe(other);
}).listen(folder + '/' + port, () => { if ((waiting -= 1) === 0) console.log('ready'); });
process.stdin.resume().on('end', () => process.exit());
`;

/** A network of the test's own, which contains only its loopback and the containers' bridges. */
export interface OwnNetwork {
  /** Returns the command that runs another one in this network. */
  readonly inside: (words: readonly string[]) => readonly [string, ...string[]];
  /** Lets `fetch` reach loopback ports of this network at their usual addresses, until the network ends. */
  readonly reach: (ports: readonly number[], folder: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Creates a network namespace, replacing one that a killed run left behind. */
export const createNetwork = async (name: string): Promise<OwnNetwork> => {
  await command(['ip', 'netns', 'delete', name]).catch(() => undefined);
  await command(['ip', 'netns', 'add', name]);
  await command(['ip', '-n', name, 'link', 'set', 'lo', 'up']);
  // Only the network is separate: ip netns exec would also hide the control groups.
  const inside: OwnNetwork['inside'] = (words) => ['nsenter', `--net=/run/netns/${name}`, ...words];
  const cleanUps: (() => Promise<void>)[] = [];
  return {
    inside,
    reach: async (ports, folder) => {
      const [program, ...args] = inside([process.execPath, '-e', RELAY, folder, ...ports.map(String)]);
      const relay = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      await once(createInterface(relay.stdout), 'line');
      const before = getGlobalDispatcher();
      const agent = new Agent({
        connect: (options, callback) => {
          const socketPath = ports.includes(Number(options.port)) ? join(folder, options.port) : undefined;
          buildConnector({ ...(socketPath !== undefined && { socketPath }) })(options, callback);
        },
      });
      setGlobalDispatcher(agent);
      cleanUps.push(async () => {
        setGlobalDispatcher(before);
        await agent.destroy();
        relay.kill();
      });
    },
    end: async () => {
      for (const cleanUp of cleanUps) await cleanUp();
      await command(['ip', 'netns', 'delete', name]);
    },
  };
};
