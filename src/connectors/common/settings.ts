import type { PutConnector } from '../../contract/connector.ts';

type Http = NonNullable<PutConnector['http']>;
type Postgres = NonNullable<PutConnector['postgres']>;
type Inbound = NonNullable<PutConnector['inbound']>;

/** The part of a connector that may be shown, as it is stored. */
export interface ConnectorSettings {
  readonly http: HttpSettings | null;
  readonly postgres: PostgresSettings | null;
  readonly inbound: InboundSettings | null;
  readonly mapping: string | null;
  readonly timeout_ms: number;
}

export type HttpSettings = Pick<Http, 'method' | 'url' | 'headers' | 'not_found' | 'idempotent'> & {
  readonly body?: unknown;
  readonly secret_headers: readonly string[];
  readonly oauth: Omit<NonNullable<Http['oauth']>, 'client_secret'> | null;
  readonly mutual_tls: boolean;
  readonly own_ca: boolean;
};

export type PostgresSettings = Omit<Postgres, 'password' | 'ca'> & { readonly own_ca: boolean };

/** The numbers say how many secrets are sealed. */
export type InboundSettings = Omit<Inbound, 'secrets' | 'private_keys' | 'vertical'> & {
  readonly vertical: NonNullable<Inbound['vertical']>;
  readonly secrets: number;
  readonly private_keys: number;
};

/** The sealed part of a connector. It includes certificates, because they belong to the keys. */
export interface ConnectorSecrets {
  readonly headers?: Readonly<Record<string, string>>;
  readonly client_secret?: string | undefined;
  readonly client_certificate?: string | undefined;
  readonly client_key?: string | undefined;
  readonly password?: string;
  readonly ca?: string | undefined;
  readonly inbound?: { readonly secrets: readonly string[]; readonly private_keys: readonly string[] };
}

const NO_CALLS = { http: null, postgres: null, inbound: null };

/**
 * Divides a caller's settings into a public part and a sealed part.
 * @param verticalOfShape for events whose connector names no vertical
 */
export const divide = (
  { http, postgres, inbound, mapping, timeout_ms }: PutConnector,
  verticalOfShape?: InboundSettings['vertical'],
): { readonly settings: ConnectorSettings; readonly secrets: ConnectorSecrets } => {
  const common = { ...NO_CALLS, mapping: mapping ?? null, timeout_ms };
  if (http !== undefined) {
    const { secret_headers, oauth, client_certificate, client_key, ca, ...shown } = http;
    const { client_secret, ...oauthShown } = oauth ?? {};
    return {
      settings: {
        ...common,
        http: {
          ...shown,
          secret_headers: Object.keys(secret_headers),
          oauth: oauth === undefined ? null : (oauthShown as HttpSettings['oauth']),
          mutual_tls: client_certificate !== undefined,
          own_ca: ca !== undefined,
        },
      },
      secrets: { headers: secret_headers, client_secret, client_certificate, client_key, ca },
    };
  }
  if (inbound !== undefined) {
    const { secrets = [], private_keys = [], vertical = verticalOfShape!, ...shown } = inbound;
    return {
      settings: {
        ...common,
        inbound: { ...shown, vertical, secrets: secrets.length, private_keys: private_keys.length },
      },
      secrets: { inbound: { secrets, private_keys } },
    };
  }
  const { password, ca, ...shown } = postgres!;
  return {
    settings: { ...common, postgres: { ...shown, own_ca: ca !== undefined } },
    secrets: { password, ca },
  };
};
