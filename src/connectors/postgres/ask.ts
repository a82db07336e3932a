import pg from 'pg';
import { locate, pinOf, type Surroundings } from '../common/address.ts';
import { ConnectorError } from '../common/errors.ts';
import type { PostgresSettings } from '../common/settings.ts';

export interface PostgresCall {
  readonly postgres: PostgresSettings;
  readonly password: string;
  readonly ca: string | undefined;
  readonly key: string;
  readonly timeoutMs: number;
}

/** A second row already shows that the key is not unique. */
const MAX_ROWS = 2;
const MAX_ROW_CHARACTERS = 65_536;

/** Values arrive as Postgres writes them, so long numbers keep all of their digits. */
const AS_TEXT = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

/**
 * Runs a connector's statement for one key, in a read-only transaction. The statement is a subquery of ours, which keeps it from
 * being anything but a SELECT and bounds its rows.
 * @returns the rows, with every value as text
 * @throws ConnectorError
 */
export const askPostgres = async (
  { postgres, password, ca, key, timeoutMs }: PostgresCall,
  surroundings: Surroundings,
): Promise<readonly object[]> => {
  const { host, port, database, user, tls, statement } = postgres;
  if (tls === 'off' && pinOf(host, surroundings) === undefined)
    throw new ConnectorError('address_refused', 'Only a pinned host may do without TLS.');
  const [place] = await locate({ host, port }, surroundings);
  const client = new pg.Client({
    host: place!.address,
    port: place!.port,
    database,
    user,
    password,
    ssl: tls === 'off' ? false : { servername: host, ...(ca !== undefined && { ca }) },
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: 'pramaan',
    types: AS_TEXT,
  });
  // An error after the call must not end the process.
  client.on('error', () => undefined);
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => deadline.reject(new ConnectorError('timed_out', `No answer within ${timeoutMs} ms.`)),
    timeoutMs,
  );
  try {
    return await Promise.race([query(client, statement, key, timeoutMs), deadline.promise]);
  } catch (error) {
    throw error instanceof ConnectorError ? error : failureOf(error);
  } finally {
    clearTimeout(timer);
    void client.end().catch(() => undefined);
  }
};

const query = async (
  client: pg.Client,
  statement: string,
  key: string,
  timeoutMs: number,
): Promise<readonly object[]> => {
  await client.connect();
  await client.query('BEGIN TRANSACTION READ ONLY');
  await client.query(`SET LOCAL statement_timeout = ${Math.round(timeoutMs)}`);
  await client.query(`SET LOCAL datestyle = 'ISO'`);
  // The line break ends a comment at the statement's end.
  const { rows } = await client.query<object>(
    `SELECT answer.* FROM (${statement}\n) AS answer LIMIT ${MAX_ROWS}`,
    [key],
  );
  await client.query('ROLLBACK');
  if (JSON.stringify(rows).length > MAX_ROW_CHARACTERS)
    throw new ConnectorError('too_large', `The answer is larger than ${MAX_ROW_CHARACTERS} characters.`);
  return rows;
};

const failureOf = (error: unknown): ConnectorError => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const state = typeof code === 'string' ? code : '';
  if (state === '57014' || /timeout/i.test(String(message)))
    return new ConnectorError('timed_out', 'The statement took too long.');
  if (state.startsWith('28') || state === '3D000')
    return new ConnectorError('credentials_refused', `The database refused the login (${state}).`);
  if (/^(08|53|57P|58)/.test(state))
    return new ConnectorError('unreachable', `The database is not available (${state}).`);
  // Five characters are an SQLSTATE: the database has read the statement and refused it.
  if (/^[0-9A-Z]{5}$/.test(state))
    return new ConnectorError('statement_failed', `The database refused the statement (${state}).`);
  if (/certificate|tls|ssl/i.test(`${state} ${String(message)}`))
    return new ConnectorError('tls_failed', 'No TLS connection: the certificate was not accepted.');
  if (/^E[A-Z]+$/.test(state))
    return new ConnectorError('unreachable', 'No server accepts connections there.');
  return new ConnectorError('closed_early', 'The connection ended before a complete answer arrived.');
};
