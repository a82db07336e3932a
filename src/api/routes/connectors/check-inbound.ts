import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { PutConnector } from '../../../contract/connector.ts';
import { shapes } from '../../../connectors/inbound/shapes/index.ts';

type Inbound = NonNullable<PutConnector['inbound']>;
type Fault = readonly [member: string, message: string];

/** Settings that belong to one scheme. */
const MEMBER_OF = { header: 'header', basic: 'user', jwt: 'public_keys' } as const;

const keyFaults = (
  member: string,
  pems: readonly string[] | undefined,
  read: (pem: string) => KeyObject,
  isUsable: (key: KeyObject) => boolean,
): readonly Fault[] =>
  (pems ?? []).flatMap((pem, index): readonly Fault[] => {
    try {
      return isUsable(read(pem))
        ? []
        : [[`${member}/${index}`, 'is not a key of a kind that can be used here']];
    } catch {
      return [[`${member}/${index}`, 'is not a key in PEM']];
    }
  });

const SIGNING = new Set(['rsa', 'rsa-pss', 'ec', 'ed25519']);

/** Returns what is wrong with the settings of a connector that receives events, by member. */
export const inboundFaults = (inbound: Inbound, mapping: string | undefined): readonly Fault[] => {
  const { shape, scheme, secrets, private_keys, public_keys, event_id, vertical } = inbound;
  const faults: Fault[] = [];
  const isKnown = shapes[shape].vertical !== undefined;
  if (!shapes[shape].schemes.includes(scheme))
    faults.push(['scheme', `expected one of ${shapes[shape].schemes.join(', ')} for this shape`]);
  for (const [of, member] of Object.entries(MEMBER_OF)) {
    if (scheme === of && inbound[member] === undefined) faults.push([member, `is needed with ${scheme}`]);
    if (scheme !== of && inbound[member] !== undefined) faults.push([member, `belongs to the scheme ${of}`]);
  }
  if ((scheme === 'jwt') === (secrets !== undefined))
    faults.push(['secrets', scheme === 'jwt' ? 'has no use with jwt' : `are needed with ${scheme}`]);
  if (
    scheme === 'standard_webhooks' &&
    secrets?.some((secret) => !/^(whsec_)?[A-Za-z0-9+/]{22,}={0,2}$/.test(secret))
  )
    faults.push(['secrets', 'expected base64, with or without whsec_ before it']);
  if ((shape === 'nhcx') === (private_keys === undefined))
    faults.push([
      'private_keys',
      shape === 'nhcx' ? 'are needed to open envelopes' : 'belong to the shape nhcx',
    ]);
  if (!isKnown && vertical === undefined) faults.push(['vertical', 'is needed with a custom shape']);
  if (!isKnown && event_id === undefined && scheme !== 'standard_webhooks')
    faults.push(['event_id', 'is needed with a custom shape']);
  if (!isKnown && mapping === undefined) faults.push(['shape', 'a custom shape needs a mapping']);
  return [
    ...faults,
    ...keyFaults('public_keys', public_keys, createPublicKey, ({ asymmetricKeyType }) =>
      SIGNING.has(asymmetricKeyType ?? ''),
    ),
    ...keyFaults(
      'private_keys',
      private_keys,
      createPrivateKey,
      ({ asymmetricKeyType }) => asymmetricKeyType === 'rsa',
    ),
  ];
};
