import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../src/provision/ports.ts';
import { launch, type Running } from '../../src/provision/processes.ts';

export interface Balancer {
  readonly ports: { readonly api: number; readonly temporal: number; readonly postgres: number };
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Sends the database's connections to the standby, which was promoted. */
  readonly usePromoted: () => Promise<void>;
}

interface Targets {
  readonly apis: readonly number[];
  readonly frontends: readonly number[];
  readonly postgres: { readonly primary: number; readonly standby: number };
}

const servers = (name: string, ports: readonly number[], more = ''): string =>
  ports.map((port, index) => `  server ${name}${index + 1} 127.0.0.1:${port} check ${more}`).join('\n');

/** Prepares one HAProxy before the APIs, Temporal's frontends and the database. A site with two gives them one address by VRRP. */
export const prepareBalancer = async (
  folder: string,
  { apis, frontends, postgres }: Targets,
  fixed: { readonly postgres: number },
): Promise<Balancer> => {
  const ports = { api: await freePort(), temporal: await freePort(), ...fixed };
  const [file, socket] = [join(folder, 'haproxy.cfg'), join(folder, 'haproxy.sock')];
  const config = (promoted: boolean): string => `global
  maxconn 4000
  stats socket ${socket} mode 600 level admin
defaults
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 5s
  retries 3
  option redispatch 1
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
listen api
  mode http
  bind 127.0.0.1:${ports.api}
  option httpchk GET /healthz
${servers('api', apis)}
listen temporal
  mode tcp
  bind 127.0.0.1:${ports.temporal}
${servers('frontend', frontends)}
listen postgres
  mode tcp
  bind 127.0.0.1:${ports.postgres}
  server primary 127.0.0.1:${postgres.primary} check ${promoted ? 'disabled' : ''}
  server standby 127.0.0.1:${postgres.standby} check ${promoted ? '' : 'disabled'}
`;
  await writeFile(file, config(false));
  let running: Running | undefined;
  const ask = async (line: string): Promise<string> => text(connect(socket).end(`${line}\n`));
  return {
    ports,
    start: async () => {
      running = await launch({
        command: '/usr/sbin/haproxy',
        args: ['-db', '-f', file],
        logFile: join(folder, 'haproxy.log'),
        stopSignal: 'SIGTERM',
        killSignal: 'SIGKILL',
      });
    },
    kill: async () => {
      running?.kill();
      await running?.exited;
    },
    usePromoted: async () => {
      await writeFile(file, config(true));
      await ask('disable server postgres/primary');
      await ask('shutdown sessions server postgres/primary');
      await ask('enable server postgres/standby');
    },
  };
};
