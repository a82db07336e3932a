import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NAMES } from './sites.ts';

/** A proxy that is configured with the comparison's allow-list. */
export interface Proxy {
  readonly name: string;
  readonly open: () => Socket;
  readonly close: () => Promise<void>;
}

const ALLOW = ['allowed.test', '*.wild.test', 'inside.test'];
const OPEN_MS = 10_000;

/** Starts our fence in a separate process, like the others. */
export const startFence = async (): Promise<Proxy> => {
  const folder = await mkdtemp(join(tmpdir(), 'fence-'));
  const socketPath = join(folder, 'egress.sock');
  const program = fileURLToPath(new URL('fence-process.ts', import.meta.url));
  const child = spawn(process.execPath, [program, socketPath, ...ALLOW], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    name: 'egress fence',
    open: () => connect(socketPath),
    close: async () => {
      child.stdin.end();
      await once(child, 'exit');
      await rm(folder, { recursive: true });
    },
  };
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const untilOpen = async (port: number, child: ChildProcess): Promise<void> => {
  for (const end = performance.now() + OPEN_MS; performance.now() < end; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    socket.destroy();
    if (isOpen === true) return;
  }
  throw new Error('it did not listen in time');
};

const asProxy = async (
  name: string,
  port: number,
  child: ChildProcess,
  clean: () => Promise<void>,
): Promise<Proxy> => {
  await untilOpen(port, child);
  return {
    name,
    open: () => connect(port, '127.0.0.1'),
    close: async () => {
      child.kill('SIGKILL');
      await clean();
    },
  };
};

/** Returns a program's path from an environment variable, or otherwise from the usual folders. */
const programs = (variable: string, name: string): string | undefined => {
  const named = process.env[variable];
  if (named !== undefined) return existsSync(named) ? named : undefined;
  return ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name)).find(existsSync);
};

/**
 * Starts squid (Debian's squid-openssl), which decides by name and address and, with `peek`, also by the server name in TLS.
 * @returns undefined when squid is neither given in SQUID nor installed
 */
export const startSquid = async (peek: boolean): Promise<Proxy | undefined> => {
  const program = programs('SQUID', 'squid');
  if (program === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'squid-'));
  await chmod(folder, 0o777);
  await mkdir(join(folder, 'run'), { mode: 0o777 });
  const port = await freePort();
  const hosts = join(folder, 'hosts');
  await writeFile(
    hosts,
    Object.entries(NAMES)
      .map(([name, address]) => `${address} ${name}\n`)
      .join(''),
  );
  const pem = join(folder, 'ca.pem');
  if (peek) {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=bench',
        '-keyout',
        pem,
        '-out',
        `${pem}.crt`,
      ],
      { stdio: 'ignore' },
    );
    execFileSync('sh', ['-c', `cat ${pem}.crt >> ${pem} && chmod 644 ${pem}`]);
  }
  const root = process.env['SQUID_ROOT'] ?? '';
  const lines = [
    `http_port 127.0.0.1:${port}${peek ? ` ssl-bump cert=${pem} generate-host-certificates=off` : ''}`,
    'acl names dstdomain allowed.test .a.wild.test inside.test',
    'acl inner dst 127.0.30.0/24',
    'acl web port 80 443',
    'acl tls port 443',
    'acl CONNECT method CONNECT',
    'http_access deny !names',
    'http_access deny !web',
    'http_access deny inner',
    'http_access allow names',
    'http_access deny all',
    ...(peek
      ? [
          'acl step1 at_step SslBump1',
          'acl spoken ssl::server_name allowed.test .a.wild.test inside.test',
          'ssl_bump peek step1',
          'ssl_bump splice spoken',
          'ssl_bump terminate all',
          'on_unsupported_protocol respond all',
        ]
      : []),
    `hosts_file ${hosts}`,
    'cache deny all',
    'access_log none',
    `cache_log ${folder}/run/cache.log`,
    `pid_filename ${folder}/run/squid.pid`,
    `coredump_dir ${folder}/run`,
    `mime_table ${root}/usr/share/squid/mime.conf`,
    `icon_directory ${root}/usr/share/squid/icons`,
    `error_directory ${root}/usr/share/squid-langpack/templates`,
    'cache_mem 8 MB',
    'shutdown_lifetime 0 seconds',
    'pinger_enable off',
    `unlinkd_program ${root}/usr/lib/squid/unlinkd`,
    `logfile_daemon ${root}/usr/lib/squid/log_file_daemon`,
  ];
  const file = join(folder, 'squid.conf');
  await writeFile(file, `${lines.join('\n')}\n`);
  const child = spawn(program, ['-N', '-f', file], { stdio: 'ignore' });
  const name = peek ? 'squid, peek and splice' : 'squid';
  return asProxy(name, port, child, async () => rm(folder, { recursive: true, force: true }));
};

/**
 * Starts a name server for the comparison's names. It answers queries for A records, and reports that there are no other records.
 */
const startNames = async (): Promise<{ readonly port: number; readonly close: () => void }> => {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let size = question[at]!; size > 0; size = question[at]!) {
      labels.push(question.subarray(at + 1, at + 1 + size).toString());
      at += size + 1;
    }
    const end = at + 5;
    const address = question.readUInt16BE(at + 1) === 1 ? NAMES[labels.join('.').toLowerCase()] : undefined;
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(labels.join('.').toLowerCase() in NAMES ? 0x8580 : 0x8583, 2);
    head.writeUInt16BE(address === undefined ? 0 : 1, 6);
    head.writeUInt32BE(0, 8);
    const answer = Buffer.from([
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      60,
      0,
      4,
      ...(address?.split('.').map(Number) ?? []),
    ]);
    socket.send(
      Buffer.concat([head, question.subarray(12, end), ...(address === undefined ? [] : [answer])]),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { port: socket.address().port, close: () => socket.close() };
};

/**
 * Starts smokescreen, with its address guard configured to treat the sites' addresses as public.
 * @returns undefined when smokescreen is neither given in SMOKESCREEN nor installed
 */
export const startSmokescreen = async (): Promise<Proxy | undefined> => {
  const program = programs('SMOKESCREEN', 'smokescreen');
  if (program === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'smokescreen-'));
  const [port, names] = [await freePort(), await startNames()];
  const acl = join(folder, 'acl.yaml');
  await writeFile(
    acl,
    `version: v1\nservices: []\ndefault:\n  name: default\n  project: bench\n  action: enforce\n  allowed_domains:\n${ALLOW.map((name) => `    - "${name}"\n`).join('')}`,
  );
  const file = join(folder, 'config.yaml');
  await writeFile(file, 'allow_missing_role: true\n');
  const options = [
    '--config-file',
    file,
    '--listen-ip',
    '127.0.0.1',
    '--listen-port',
    String(port),
    '--egress-acl-file',
    acl,
  ];
  const sites = ['--allow-range', '127.0.20.0/24', '--resolver-address', `127.0.0.1:${names.port}`];
  const child = spawn(program, [...options, ...sites], { stdio: 'ignore' });
  return asProxy('smokescreen', port, child, async () => {
    names.close();
    await rm(folder, { recursive: true, force: true });
  });
};
