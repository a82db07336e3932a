import { createHash } from 'node:crypto';
import type { Served } from '../contract/connector.ts';
import type { Json, JsonObject } from '../ledger/index.ts';
import type { KeyRing } from '../store/crypto/key-ring.ts';
import type { Db } from '../store/db/client.ts';
import { askBreaker, recordAnswer, recordFailure, recordUnusable } from '../store/connectors/breaker.ts';
import { type OpenConnector, openConnectors } from '../store/connectors/connectors.ts';
import type { Surroundings } from './common/address.ts';
import { ConnectorError, isUnusable, RecordsAwayError } from './common/errors.ts';
import { askHttp, parseAnswer } from './http/ask.ts';
import { Tokens } from './http/tokens.ts';
import type { Mapper } from './mapping/mapper.ts';
import { Messenger } from './messenger.ts';
import { askPostgres } from './postgres/ask.ts';
import { readRecord, type RecordKind, type RecordOf } from './records.ts';
import type { ConnectorSecrets, ConnectorSettings } from './common/settings.ts';

/** A step's question. */
export interface LookUp {
  readonly serves: RecordKind;
  readonly key: string;
}

/** A connector's answer: the record, or undefined if its system has none under this key. */
export interface Answer<K extends RecordKind = RecordKind> {
  readonly record: RecordOf[K] | undefined;
  /** Where the answer came from, when, and its hash, for the step's ledger row. */
  readonly source: JsonObject;
}

/** Answers by kind. A kind without an answer has no connector, so its table is read. */
export type Answers = { readonly [K in RecordKind]?: Answer<K> };

export interface ConnectorDependencies {
  readonly db: Db;
  readonly ring: KeyRing;
  readonly mapper: Mapper;
  readonly surroundings: Surroundings;
}

/** Calls the systems that replace a team's record tables. */
export class Connectors {
  readonly deps: ConnectorDependencies;
  readonly tokens = new Tokens();

  constructor(deps: ConnectorDependencies) {
    this.deps = deps;
  }

  /**
   * Looks up records in the institution's own systems, where a connector serves their kind.
   * @throws RecordsAwayError if a connector gives no usable answer
   */
  async lookUp(teamId: string, wanted: readonly LookUp[]): Promise<Answers> {
    if (wanted.length === 0) return {};
    const { db, ring } = this.deps;
    const serves = wanted.map((one) => one.serves);
    const connectors = await openConnectors(db, ring, { teamId, serves });
    const found = await Promise.all(
      wanted.map(async ({ serves: kind, key }) => {
        const connector = connectors.find((one) => one.serves === kind);
        return connector === undefined ? undefined : [kind, await this.#ask(connector, kind, key)];
      }),
    );
    return Object.fromEntries(found.filter((entry) => entry !== undefined)) as Answers;
  }

  /** Returns the team's gateway for messages; undefined if it has none. */
  async messenger(teamId: string): Promise<Messenger | undefined> {
    const { db, ring } = this.deps;
    const [connector] = await openConnectors(db, ring, { teamId, serves: ['messages'] });
    return connector && new Messenger(connector, this.deps, this.tokens);
  }

  async #ask(connector: OpenConnector, kind: RecordKind, key: string): Promise<Answer> {
    const { db } = this.deps;
    const away = (code: ConnectorError['code'], retryInMs: number): RecordsAwayError =>
      new RecordsAwayError({ connector: connector.name, serves: kind, code, retryInMs });
    const pauseMs = await askBreaker(db, connector);
    if (pauseMs > 0) throw away('circuit_open', pauseMs);
    try {
      return await this.call(connector, kind, key);
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      throw away(error.code, 0);
    }
  }

  /**
   * Makes one call regardless of the breaker's state, and records its outcome.
   * @throws ConnectorError
   */
  async call<K extends RecordKind>(connector: OpenConnector, kind: K, key: string): Promise<Answer<K>> {
    const { db, mapper } = this.deps;
    const { mapping, timeout_ms: timeoutMs } = connector.settings as ConnectorSettings;
    const started = performance.now();
    const at = new Date().toISOString();
    try {
      const { bytes, answer } = await this.#fetch(connector, key, timeoutMs);
      const mapped = mapping === null || answer === undefined ? answer : await mapper.map(mapping, answer);
      const record = readRecord(kind, key, mapped);
      await recordAnswer(db, connector);
      const source = {
        connector: connector.name,
        kind: connector.kind,
        at,
        duration_ms: Math.round(performance.now() - started),
        found: record !== undefined,
        answer: this.#hashOf(kind, connector, bytes),
      };
      return { record, source };
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      await (isUnusable(error) ? recordUnusable : recordFailure)(db, connector, error.code);
      throw error;
    }
  }

  async #fetch(
    connector: OpenConnector,
    key: string,
    timeoutMs: number,
  ): Promise<{ readonly bytes: Buffer; readonly answer: unknown }> {
    const { surroundings } = this.deps;
    const { http, postgres } = connector.settings as ConnectorSettings;
    const secrets = connector.secretValues as ConnectorSecrets;
    if (http !== null) {
      const owner = `${connector.id}/${connector.version}`;
      const call = { owner, http, secrets, values: { key }, timeoutMs };
      const answer = await askHttp(call, surroundings, this.tokens);
      if (answer === undefined) return { bytes: Buffer.alloc(0), answer: undefined };
      return { bytes: answer.body, answer: parseAnswer(answer) };
    }
    const { password = '', ca } = secrets;
    const rows = await askPostgres({ postgres: postgres!, password, ca, key, timeoutMs }, surroundings);
    return { bytes: Buffer.from(JSON.stringify(rows)), answer: rows };
  }

  /**
   * Returns the hash of an answer, for its ledger row. The hash is keyed, because identifiers in an answer
   * could be guessed from a plain hash.
   */
  #hashOf(kind: RecordKind, { id }: OpenConnector, bytes: Buffer): Json {
    if (kind !== 'accounts' && kind !== 'callers')
      return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    const { keyId, bytes: keyed } = this.deps.ring.signature(`${id}\n${bytes.toString('base64')}`);
    return `hmac-sha256:${keyId}:${keyed.toString('hex')}`;
  }
}

/** Kinds of records, without the gateway for messages and senders of cases. */
export const isRecordKind = (serves: Served): serves is RecordKind =>
  serves !== 'messages' && serves !== 'cases';
