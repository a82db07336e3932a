import { readFileSync } from 'node:fs';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { type Claims, isComplete } from './claims.ts';
import type { IdentitySettings } from './settings.ts';

/** How far the provider's clock may differ from ours. */
const CLOCK_SKEW_S = 30;
const ANSWER_S = 8;
/** How long the provider's addresses are trusted without reading them again. */
const METADATA_MS = 3_600_000;
/** How long keys are kept, and how soon they are fetched again for a token with an unknown key, as after a rotation. */
const KEYS_MS = 600_000;
const KEYS_COOLDOWN_MS = 5_000;

/** Signatures that anybody can check with published keys. `none`, and signatures with a shared secret, are refused. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Thrown when the provider does not answer, or when its answer cannot be read. */
export class ProviderAwayError extends Error {
  override readonly name = 'ProviderAwayError';
}

/**
 * Thrown when the provider's answer does not prove who the person is. The message is for logs and does not contain the answer.
 */
export class NotIdentifiedError extends Error {
  override readonly name = 'NotIdentifiedError';
}

/** The secrets of a sign-in, which stay with the browser (sealed) between the request and the answer. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The provider's statements about a person. */
export interface Identified {
  readonly claims: Claims;
  /** Lets this service ask again later; undefined if the provider does not give one. */
  readonly refreshToken: string | undefined;
}

interface Provider {
  readonly config: oidc.Configuration;
  readonly keys: JWTVerifyGetKey;
  readonly until: number;
}

/** An OpenID Connect provider: the code flow with PKCE for browsers, and the check of access tokens. */
export class IdentityProvider {
  readonly #settings: IdentitySettings & { readonly OIDC_ISSUER: string };
  readonly #redirectUri: string;
  #provider: Promise<Provider> | undefined;

  /** @param redirectUri the address of `/v1/auth/callback`, as browsers reach it */
  constructor(settings: IdentitySettings & { readonly OIDC_ISSUER: string }, redirectUri: string) {
    this.#settings = settings;
    this.#redirectUri = redirectUri;
  }

  /** Whether access tokens of the provider are accepted. */
  get acceptsTokens(): boolean {
    return this.#settings.OIDC_AUDIENCE !== undefined;
  }

  /** Returns the issuer as tokens name it. @throws ProviderAwayError */
  async issuer(): Promise<string> {
    return (await this.#discovered()).config.serverMetadata().issuer;
  }

  newSecrets(): SignInSecrets {
    return {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    };
  }

  /** Returns the address at which a sign-in begins. @throws ProviderAwayError */
  async signInUrl({ state, nonce, verifier }: SignInSecrets): Promise<string> {
    const { config } = await this.#discovered();
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.#redirectUri,
      scope: this.#settings.OIDC_SCOPES,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    }).href;
  }

  /** Returns the address at which a person signs out at the provider, or null if it has none. */
  async signOutUrl(returnTo: string): Promise<string | null> {
    try {
      const { config } = await this.#discovered();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo }).href;
    } catch {
      return null;
    }
  }

  /**
   * Exchanges the code of an answer for the person's claims. Asks for the user info if the ID token lacks the claims that decide
   * what the person may do.
   * @param query the answer's query string
   * @throws NotIdentifiedError, ProviderAwayError
   */
  async identify(query: string, { state, nonce, verifier }: SignInSecrets): Promise<Identified> {
    const provider = await this.#discovered();
    const { config } = provider;
    const tokens = await answered(
      oidc.authorizationCodeGrant(config, new URL(`${this.#redirectUri}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }),
    );
    const claims = await this.#verified(provider, tokens.id_token ?? '', config.clientMetadata().client_id);
    return this.#identified(provider, tokens, claims);
  }

  /**
   * Asks the provider again about a signed-in person.
   * @throws NotIdentifiedError if it no longer vouches for the person; ProviderAwayError
   */
  async identifyAgain(refreshToken: string, subject: string): Promise<Identified> {
    const provider = await this.#discovered();
    const { config } = provider;
    const tokens = await answered(oidc.refreshTokenGrant(config, refreshToken));
    // A provider may omit the ID token here. Its user info is as good, because this service requested it just
    // now.
    const claims =
      tokens.id_token === undefined
        ? { iss: config.serverMetadata().issuer, sub: subject, iat: Math.floor(Date.now() / 1_000) }
        : await this.#verified(provider, tokens.id_token, config.clientMetadata().client_id);
    if (claims.sub !== subject) throw new NotIdentifiedError('the provider identified somebody else');
    return this.#identified(provider, tokens, claims);
  }

  async #identified(
    { config }: Provider,
    tokens: { readonly access_token: string; readonly refresh_token?: string },
    claims: Claims,
  ): Promise<Identified> {
    const { refresh_token: refreshToken } = tokens;
    const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
    if (isComplete(claims, this.#settings) || !hasUserInfo) return { claims, refreshToken };
    const more = await answered(oidc.fetchUserInfo(config, tokens.access_token, String(claims['sub'])));
    return { claims: { ...more, ...claims }, refreshToken };
  }

  /**
   * Returns the claims of an access token for this API.
   * @throws NotIdentifiedError for any other token: expired, signed by somebody else, for another audience, or an ID token
   */
  async claimsOfToken(token: string): Promise<Claims> {
    const { OIDC_AUDIENCE: audience } = this.#settings;
    if (audience === undefined) throw new NotIdentifiedError('access tokens are not accepted');
    const claims = await this.#verified(await this.#discovered(), token, audience);
    // An ID token tells a client who signed in. It is not meant to be sent on, and clients do not protect it like an access token.
    const isIdToken = ['nonce', 'at_hash', 'c_hash'].some((name) => Object.hasOwn(claims, name));
    if (isIdToken || claims['typ'] === 'ID')
      throw new NotIdentifiedError('an ID token is not an access token');
    return claims;
  }

  async #verified({ config, keys }: Provider, token: string, audience: string): Promise<Claims> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: config.serverMetadata().issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_SKEW_S,
        requiredClaims: ['sub', 'iat', 'exp'],
      });
      return payload;
    } catch (error) {
      throw isFaultOfToken(error) ? new NotIdentifiedError((error as errors.JOSEError).code) : away(error);
    }
  }

  /** Reads the provider's addresses at first use and then every hour. A failure is not remembered. */
  async #discovered(): Promise<Provider> {
    const current = await this.#provider;
    if (current !== undefined && current.until > performance.now()) return current;
    const reading = this.#discover();
    this.#provider = reading.catch(() => undefined as never);
    try {
      return await reading;
    } catch (error) {
      // While the provider is away, its last known metadata is still used.
      this.#provider = current && Promise.resolve(current);
      if (current !== undefined) return current;
      throw error;
    }
  }

  async #discover(): Promise<Provider> {
    const { OIDC_ISSUER, OIDC_CLIENT_ID = '' } = this.#settings;
    const issuer = new URL(OIDC_ISSUER);
    const secret = this.#secret();
    const config = await oidc
      .discovery(
        issuer,
        OIDC_CLIENT_ID,
        { [oidc.clockTolerance]: CLOCK_SKEW_S },
        secret === undefined ? oidc.None() : oidc.ClientSecretPost(secret),
        {
          timeout: ANSWER_S,
          // The settings allow http only for loopback.
          execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
        },
      )
      .catch((error: unknown) => {
        throw away(error);
      });
    const { jwks_uri: keysUri } = config.serverMetadata();
    if (keysUri === undefined) throw new ProviderAwayError('the provider publishes no keys');
    const keys = createRemoteJWKSet(new URL(keysUri), {
      timeoutDuration: ANSWER_S * 1_000,
      cacheMaxAge: KEYS_MS,
      cooldownDuration: KEYS_COOLDOWN_MS,
    });
    return { config, keys, until: performance.now() + METADATA_MS };
  }

  #secret(): string | undefined {
    const { OIDC_CLIENT_SECRET, OIDC_CLIENT_SECRET_FILE: file } = this.#settings;
    return file === undefined ? OIDC_CLIENT_SECRET : readFileSync(file, 'utf8').trim();
  }
}

const away = (error: unknown): ProviderAwayError =>
  new ProviderAwayError((error as { code?: string }).code ?? 'unreachable', { cause: error });

/** Faults of a token, as opposed to a provider that cannot be reached. */
const isFaultOfToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== errors.JOSEError.code;

/**
 * Waits for a call to the provider.
 * @throws NotIdentifiedError if the provider refuses the sign-in, ProviderAwayError for its own faults and ours
 */
const answered = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError) throw new NotIdentifiedError(error.error);
    if (error instanceof oidc.ResponseBodyError && !OUR_FAULT.has(error.error) && error.status < 500) {
      throw new NotIdentifiedError(error.error);
    }
    const { code = '' } = error as { code?: string };
    if (REFUSED.has(code)) throw new NotIdentifiedError(code);
    throw away(error);
  }
};

/** Codes with which the provider refuses this client because of its settings, whoever signs in. */
const OUR_FAULT: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope']);

/** Codes of openid-client for answers that do not fit the sign-in. */
const REFUSED: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);
