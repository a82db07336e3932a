import type { Surroundings } from '../common/address.ts';
import { ConnectorError } from '../common/errors.ts';
import type { HttpSettings } from '../common/settings.ts';
import { exchange, type HttpRequest } from './exchange.ts';

interface Client {
  readonly owner: string;
  readonly oauth: NonNullable<HttpSettings['oauth']>;
  readonly clientSecret: string;
  readonly tls: NonNullable<HttpRequest['tls']>;
}

/** Seconds before its expiry from which a token is no longer used. */
const MARGIN_S = 30;
const MOST_SECONDS = 3_600;
const MAX_TOKENS = 1_000;

/** Access tokens by client credentials (RFC 6749, section 4.4), kept in memory until shortly before they expire. */
export class Tokens {
  readonly #known = new Map<string, { readonly token: string; readonly until: number }>();

  forget(owner: string): void {
    this.#known.delete(owner);
  }

  /** @throws ConnectorError if the token endpoint gives none */
  async get(
    { owner, oauth, clientSecret, tls }: Client,
    options: Surroundings & { readonly timeoutMs: number },
  ): Promise<string> {
    const known = this.#known.get(owner);
    if (known !== undefined && known.until > performance.now()) return known.token;
    const basic = [oauth.client_id, clientSecret].map(encodeURIComponent).join(':');
    const { status, body } = await unsent(
      exchange(
        {
          method: 'POST',
          url: oauth.token_url,
          tls,
          headers: {
            accept: 'application/json',
            authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            ...(oauth.scope !== undefined && { scope: oauth.scope }),
          }).toString(),
        },
        options,
      ),
    );
    if (status !== 200) {
      const code = status >= 400 && status < 500 ? 'credentials_refused' : 'status';
      throw new ConnectorError(code, `The token endpoint answered ${status}.`, { mayHaveArrived: false });
    }
    const { token, seconds } = readToken(body);
    if (this.#known.size >= MAX_TOKENS) this.#known.clear();
    this.#known.set(owner, { token, until: performance.now() + (seconds - MARGIN_S) * 1_000 });
    return token;
  }
}

/** Marks failures of the token endpoint: the request itself has not been sent yet. */
const unsent = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    throw new ConnectorError(error.code, `Token endpoint: ${error.detail}`, { mayHaveArrived: false });
  }
};

const readToken = (body: Buffer): { readonly token: string; readonly seconds: number } => {
  try {
    const { access_token: token, expires_in: seconds = 300 } = JSON.parse(body.toString('utf8')) as {
      access_token?: unknown;
      expires_in?: unknown;
    };
    if (typeof token === 'string' && /^[\x21-\x7e]{1,8192}$/.test(token))
      return { token, seconds: Math.min(Number(seconds) || 0, MOST_SECONDS) };
  } catch {
    // Falls through: an answer without a token.
  }
  throw new ConnectorError('credentials_refused', 'The token endpoint answered without a token.', {
    mayHaveArrived: false,
  });
};
