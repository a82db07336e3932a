import { askBreaker, recordAnswer, recordFailure, recordUnusable } from '../store/connectors/breaker.ts';
import type { OpenConnector } from '../store/connectors/connectors.ts';
import { ConnectorError, isUnusable } from './common/errors.ts';
import { askHttp } from './http/ask.ts';
import type { Tokens } from './http/tokens.ts';
import type { ConnectorDependencies } from './look-up.ts';
import type { ConnectorSecrets, ConnectorSettings } from './common/settings.ts';

export interface OutgoingMessage {
  /** Key by which the receiver recognises a repeated message. */
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly text: string;
}

/** Sends messages through a team's gateway. */
export class Messenger {
  readonly #connector: OpenConnector;
  readonly #deps: ConnectorDependencies;
  readonly #tokens: Tokens;

  constructor(connector: OpenConnector, deps: ConnectorDependencies, tokens: Tokens) {
    this.#connector = connector;
    this.#deps = deps;
    this.#tokens = tokens;
  }

  /**
   * Whether the receiver recognises a repeated key, so that a message may be sent again after an unclear
   * outcome.
   */
  get isIdempotent(): boolean {
    return (this.#connector.settings as ConnectorSettings).http?.idempotent === true;
  }

  /** Returns 0 if a message may be sent, and otherwise the milliseconds after which asking again may help. */
  async pauseMs(): Promise<number> {
    return askBreaker(this.#deps.db, this.#connector);
  }

  /** Sends a message once. @throws ConnectorError unless the receiver accepted it */
  async send({ id, kind, to, text }: OutgoingMessage): Promise<void> {
    const { db, surroundings } = this.#deps;
    const connector = this.#connector;
    const { http, timeout_ms: timeoutMs } = connector.settings as ConnectorSettings;
    const secrets = connector.secretValues as ConnectorSecrets;
    const owner = `${connector.id}/${connector.version}`;
    const call = {
      owner,
      // A message is not a look-up: a status that means "no such record" there is a refusal here.
      http: { ...http!, not_found: [] },
      secrets,
      values: { key: to, to, text, kind, id },
      headers: { 'idempotency-key': id },
      timeoutMs,
    };
    try {
      await askHttp(call, surroundings, this.#tokens);
      await recordAnswer(db, connector);
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      await (isUnusable(error) ? recordUnusable : recordFailure)(db, connector, error.code);
      throw error;
    }
  }
}
