import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { InboundScheme } from '../../contract/inbound.ts';
import type { ConnectorSecrets, InboundSettings } from '../common/settings.ts';
import { InboundError } from './errors.ts';
import {
  type Arrived,
  isSame,
  type Signed,
  verifyPagerDuty,
  verifyStandardWebhooks,
  verifyZendesk,
} from './hmac.ts';

type Verify = (
  arrived: Arrived,
  secrets: readonly string[],
  settings: InboundSettings,
) => Signed | Promise<Signed>;

const JWT_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/** Returns the credentials of an Authorization header. */
const credentials = (arrived: Arrived, scheme: string): string => {
  const [name = '', value = ''] = arrived.header('authorization').split(/ +/, 2);
  if (name.toLowerCase() !== scheme || value === '')
    throw new InboundError('signature_missing', `The header Authorization has no ${scheme} credentials.`);
  return value;
};

const expectSecret = (given: string, secrets: readonly string[]): Signed => {
  if (given === '') throw new InboundError('signature_missing', 'The secret is missing.');
  if (!secrets.map((secret) => isSame(given, secret)).includes(true))
    throw new InboundError('signature_wrong', 'The secret is not the one that the connector expects.');
  return {};
};

const verifyJwt: Verify = async (arrived, _secrets, { public_keys: keys = [], audience }) => {
  const token = credentials(arrived, 'bearer');
  for (const pem of keys) {
    try {
      await jwtVerify(token, createPublicKey(pem), {
        algorithms: JWT_ALGORITHMS,
        requiredClaims: ['exp'],
        ...(audience !== undefined && { audience }),
      });
      return {};
    } catch {
      // The next key may fit.
    }
  }
  throw new InboundError(
    'signature_wrong',
    'The token is not signed by a known key, has expired, or is not for us.',
  );
};

const SCHEMES: Readonly<Record<InboundScheme, Verify>> = {
  standard_webhooks: verifyStandardWebhooks,
  pagerduty: verifyPagerDuty,
  zendesk: verifyZendesk,
  bearer: (arrived, secrets) => expectSecret(credentials(arrived, 'bearer'), secrets),
  basic: (arrived, secrets, { user = '' }) =>
    expectSecret(
      Buffer.from(credentials(arrived, 'basic'), 'base64').toString('utf8'),
      secrets.map((secret) => `${user}:${secret}`),
    ),
  header: (arrived, secrets, { header = '' }) => expectSecret(arrived.header(header), secrets),
  query: ({ search }, secrets) => expectSecret(new URLSearchParams(search).get('token') ?? '', secrets),
  jwt: verifyJwt,
};

/**
 * Checks that an event comes from the connector's sender, and that a signed time is close to ours.
 * @returns what the sender signed besides the body
 * @throws InboundError
 */
export const verifySender = async (
  arrived: Arrived,
  settings: InboundSettings,
  secrets: Pick<ConnectorSecrets, 'inbound'>,
  now: Date,
): Promise<Signed> => {
  const signed = await SCHEMES[settings.scheme](arrived, secrets.inbound?.secrets ?? [], settings);
  if (signed.at !== undefined) expectTimely(signed.at, settings, now);
  return signed;
};

/** @throws InboundError if a time is too far from ours, as in an event that somebody recorded and replays */
export const expectTimely = (at: Date, { tolerance_s: tolerance }: InboundSettings, now: Date): void => {
  if (Math.abs(now.getTime() - at.getTime()) > tolerance * 1_000)
    throw new InboundError('out_of_time', `The signed time is more than ${tolerance} s from ours.`);
};
