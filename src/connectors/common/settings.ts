import type { PutConnector } from '../../contract/connector.ts';

type Http = NonNullable<PutConnector['http']>;
type Postgres = NonNullable<PutConnector['postgres']>;

/** The part of a connector that may be shown, as it is stored. */
export interface ConnectorSettings {
  readonly http: HttpSettings | null;
  readonly postgres: PostgresSettings | null;
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

/** The part of a connector that is stored sealed. Certificates are in it, because they belong to the keys. */
export interface ConnectorSecrets {
  readonly headers?: Readonly<Record<string, string>>;
  readonly client_secret?: string | undefined;
  readonly client_certificate?: string | undefined;
  readonly client_key?: string | undefined;
  readonly password?: string;
  readonly ca?: string | undefined;
}

/** Divides what a caller sent into what may be shown and what may not. */
export const divide = ({
  http,
  postgres,
  mapping,
  timeout_ms,
}: PutConnector): { readonly settings: ConnectorSettings; readonly secrets: ConnectorSecrets } => {
  const common = { mapping: mapping ?? null, timeout_ms };
  if (http !== undefined) {
    const { secret_headers, oauth, client_certificate, client_key, ca, ...shown } = http;
    const { client_secret, ...oauthShown } = oauth ?? {};
    return {
      settings: {
        ...common,
        postgres: null,
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
  const { password, ca, ...shown } = postgres!;
  return {
    settings: { ...common, http: null, postgres: { ...shown, own_ca: ca !== undefined } },
    secrets: { password, ca },
  };
};
