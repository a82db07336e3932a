import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { type RunningApi, startApi } from '../../src/api/main.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import type { ProblemBody } from '../../src/contract/problem.ts';
import type { Scope } from '../../src/contract/scopes.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { DIGEST_PURPOSE } from '../../src/store/records/digest.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { assertConforms, METRICS_TOKEN, watchAnswers } from './contract.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { atEnd } from './at-end.ts';

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Sent {
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. A string or bytes are sent unchanged, with the content type in `headers`. */
  readonly body?: object | string | Uint8Array;
}

export interface TestApi {
  readonly url: string;
  readonly config: Config;
  readonly database: TestDatabase;
  /** All log lines so far, parsed and as text. */
  readonly logs: { readonly text: () => string; readonly lines: () => readonly Record<string, unknown>[] };
  readonly api: RunningApi;
  /** Sends a request and checks the response against the OpenAPI documents. */
  readonly send: <T = Record<string, unknown>>(
    method: string,
    path: string,
    sent?: Sent,
  ) => Promise<Answer<T>>;
  /** Creates a new team and a key for it. */
  readonly newTeam: (scopes?: readonly Scope[]) => Promise<{ teamId: string; key: string; keyId: string }>;
  readonly newKey: (
    teamId: string,
    scopes?: readonly Scope[],
    expiresAt?: Date,
  ) => Promise<{ key: string; keyId: string }>;
}

/** Returns a local port on which nothing listens, for tests in which Temporal is unavailable. */
export const deadPort = async (): Promise<number> => {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
};

/**
 * Starts the API as a process would, on a free port with a real database of its own, and stops it after the file's tests. Unless
 * the settings say otherwise, its Temporal is unavailable.
 */
export const startTestApi = async (settings: Readonly<Record<string, string>> = {}): Promise<TestApi> => {
  const database = await createTestDatabase();
  const written: string[] = [];
  const log = createLogger('debug', 'api', { write: (line) => void written.push(line) });
  const config = loadConfig({
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: `127.0.0.1:${await deadPort()}`,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PORT: '0',
    METRICS_TOKEN,
    ...settings,
  });
  const answers = watchAnswers();
  const api = await startApi(config, log, answers);
  atEnd(async () => {
    await api.stop();
    await database.close();
    answers.assertAllFit();
  });

  const newKey: TestApi['newKey'] = async (teamId, scopes, expiresAt) => {
    const { key, record } = await issueKey(database.db, { teamId, name: 'test', scopes, expiresAt });
    return { key, keyId: record.id };
  };
  return {
    url: api.url,
    config,
    database,
    api,
    logs: {
      text: () => written.join(''),
      lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
    },
    send: async (method, path, sent) => send(api.url, method, path, sent),
    newKey,
    newTeam: async (scopes) => {
      const team = await ensureTeam(database.db, {
        name: `team-${randomBytes(6).toString('hex')}`,
        demoRecords: new KeyRing(config.ENCRYPTION_KEYS, DIGEST_PURPOSE),
      });
      return { teamId: team.id, ...(await newKey(team.id, scopes)) };
    },
  };
};

const send = async <T>(url: string, method: string, path: string, sent: Sent = {}): Promise<Answer<T>> => {
  const { key, headers, body } = sent;
  const isJson = typeof body === 'object' && !(body instanceof Uint8Array);
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as string) }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const parsed: unknown = /[/+]json\b/.test(type) && text !== '' ? JSON.parse(text) : text;
  const answer = { status: response.status, headers: response.headers, body: parsed as T };
  assertConforms({ method, path: path.split('?')[0]! }, answer);
  return answer;
};

/** Returns a problem's code. */
export const problemOf = ({ body }: Answer<unknown>): string =>
  (body as ProblemBody).type.replace('urn:pramaan:problem:', '');
