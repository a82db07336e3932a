import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withFolderLock } from '../../src/process/lock.ts';
import { silent } from '../../src/process/progress.ts';
import { freePort } from '../../src/provision/ports.ts';

const VERSION = '26.7.3';
const SHA1 = '1e21a7f572581692aacb379dbba8413f99b67208';
const ARCHIVE = `https://repo1.maven.org/maven2/org/keycloak/keycloak-quarkus-dist/${VERSION}/keycloak-quarkus-dist-${VERSION}.zip`;
const CACHE = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'pramaan',
  `keycloak-${VERSION}`,
);

const ADMIN = { username: 'root', password: 'root-of-tests' } as const;

/** Keycloak does little in these tests, so starting fast counts more than running fast. */
const JAVA = {
  JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
  JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
};

/** Replaces the program's own options, which choose a garbage collector for servers. */
const STARTS_FAST = {
  JAVA_OPTS: '-Xms128m -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dfile.encoding=UTF-8',
};

const run = promisify(execFile);

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Returns the folder of a Keycloak that is built for starting fast. Downloads 177 MB once and keeps the result outside the
 * checkout.
 * @returns the reason if it is unavailable on this machine
 */
export const ensureKeycloak = async (): Promise<{ readonly home: string } | { readonly lacking: string }> => {
  const home = join(CACHE, 'home');
  if (await exists(home)) return { home };
  try {
    await run('java', ['-version']);
  } catch {
    return { lacking: 'there is no Java on this machine' };
  }
  await mkdir(CACHE, { recursive: true });
  return withFolderLock(CACHE, silent, async () => {
    if (await exists(home)) return { home };
    const scratch = await mkdtemp(join(CACHE, 'download-'));
    try {
      const archive = join(scratch, 'keycloak.zip');
      const response = await fetch(ARCHIVE, { signal: AbortSignal.timeout(300_000) });
      if (!response.ok) return { lacking: `Maven Central answered ${response.status}` };
      await writeFile(archive, Buffer.from(await response.arrayBuffer()));
      const found = createHash('sha1')
        .update(await readFile(archive))
        .digest('hex');
      if (found !== SHA1) return { lacking: 'the archive has an unexpected checksum' };
      await run('jar', ['xf', archive], { cwd: scratch }).catch(async () =>
        run('unzip', ['-q', archive], { cwd: scratch }),
      );
      const unpacked = join(scratch, `keycloak-${VERSION}`);
      await run('sh', [join(unpacked, 'bin/kc.sh'), 'build', '--db=dev-file', '--health-enabled=false'], {
        env: { ...process.env, ...JAVA },
        maxBuffer: 16_777_216,
      });
      // Creates the tables and the administrator, which takes longer than everything else about a first start.
      const make = ['bootstrap-admin', 'user', '--optimized', '--username', ADMIN.username];
      await run('sh', [join(unpacked, 'bin/kc.sh'), ...make, '--password:env', 'ADMIN_PASSWORD'], {
        env: { ...process.env, ...JAVA, ADMIN_PASSWORD: ADMIN.password },
        maxBuffer: 16_777_216,
      });
      await rename(unpacked, home);
      return { home };
    } catch (error) {
      return { lacking: `it cannot be downloaded or built: ${(error as Error).message.slice(0, 200)}` };
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
};

export interface Keycloak {
  readonly issuer: string;
  readonly stop: () => Promise<void>;
  /** Calls the administration API; the path begins below the realm. */
  readonly admin: (method: string, path: string, body?: object) => Promise<Response>;
}

export const REALM = 'pramaan';
export const KEYCLOAK_CLIENT = { id: 'pramaan', secret: 'a-secret-of-keycloak-tests' } as const;

/** The realm of the documentation: a client with PKCE, roles in a claim of the tokens, and an audience for the API. */
const realm = (redirectUri: string) => ({
  realm: REALM,
  enabled: true,
  sslRequired: 'none',
  roles: { realm: [{ name: 'claims-reviewers' }, { name: 'it-admins' }, { name: 'canteen' }] },
  clients: [
    {
      clientId: KEYCLOAK_CLIENT.id,
      secret: KEYCLOAK_CLIENT.secret,
      standardFlowEnabled: true,
      directAccessGrantsEnabled: true,
      redirectUris: [redirectUri],
      attributes: { 'pkce.code.challenge.method': 'S256', 'post.logout.redirect.uris': '+' },
      protocolMappers: [
        {
          name: 'roles',
          protocol: 'openid-connect',
          protocolMapper: 'oidc-usermodel-realm-role-mapper',
          config: {
            'claim.name': 'roles',
            'jsonType.label': 'String',
            multivalued: 'true',
            'id.token.claim': 'true',
            'access.token.claim': 'true',
          },
        },
        {
          name: 'audience of the API',
          protocol: 'openid-connect',
          protocolMapper: 'oidc-audience-mapper',
          config: { 'included.custom.audience': 'urn:pramaan:api', 'access.token.claim': 'true' },
        },
      ],
    },
  ],
  users: [
    userOf('asha', 'Asha', 'Sample', ['claims-reviewers', 'canteen']),
    userOf('ravi', 'Ravi', 'Example', ['it-admins']),
  ],
});

const userOf = (username: string, firstName: string, lastName: string, realmRoles: readonly string[]) => ({
  username,
  firstName,
  lastName,
  email: `${username}@example.in`,
  emailVerified: true,
  enabled: true,
  realmRoles,
  credentials: [{ type: 'password', value: `${username}-password`, temporary: false }],
});

/** Starts Keycloak on loopback with a realm of its own and waits until it answers. */
export const startKeycloak = async (
  home: string,
  redirectUri: string,
  scratch: string,
): Promise<Keycloak> => {
  const folder = await mkdtemp(join(scratch, 'keycloak-'));
  // Each start gets a copy of the database, which already has its tables; everything else is only read.
  await cp(join(home, 'data/h2'), join(folder, 'h2'), { recursive: true });
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const child = spawn(
    'sh',
    [
      join(home, 'bin/kc.sh'),
      'start',
      '--optimized',
      '--http-enabled=true',
      '--http-host=127.0.0.1',
      `--http-port=${port}`,
      `--hostname=${base}`,
      '--cache=local',
      `--db-url=jdbc:h2:file:${join(folder, 'h2/keycloakdb')};NON_KEYWORDS=VALUE;DB_CLOSE_ON_EXIT=FALSE`,
    ],
    {
      env: { ...process.env, ...STARTS_FAST },
      stdio: ['ignore', 'pipe', 'pipe'],
      // The script starts Java and passes no signal on, so both get a process group of their own.
      detached: true,
    },
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (log += text.toString()));
  const signal = (name: 'SIGTERM' | 'SIGKILL' | 0): boolean => {
    try {
      return process.kill(-child.pid!, name);
    } catch {
      return false;
    }
  };
  const stop = async (): Promise<void> => {
    signal('SIGTERM');
    for (let waited = 0; signal(0) && waited < 10_000; waited += 100) await sleep(100);
    signal('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  };

  const token = async (): Promise<string> => {
    const response = await fetch(`${base}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: ADMIN.username,
        password: ADMIN.password,
      }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const call = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${base}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`Keycloak ended: ${log.slice(-2_000)}`);
      const up = await fetch(`${base}/realms/master`).then(
        (response) => response.ok,
        () => false,
      );
      if (up) break;
      await sleep(200);
    }
    const made = await call('POST', '', realm(redirectUri));
    if (!made.ok) throw new Error(`the realm was refused: ${await made.text()}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    issuer: `${base}/realms/${REALM}`,
    stop,
    admin: async (method, path, body) => call(method, `/${REALM}${path}`, body),
  };
};
