import { createServer, type Server } from 'node:https';
import { connect as connectTls, type PSKCallbackNegotation, type TLSSocket, type TlsOptions } from 'node:tls';
import type { KeyRing } from '../../store/crypto/key-ring.ts';

/**
 * The API and the worker authenticate each other with a shared secret: a key derived from ENCRYPTION_KEYS. TLS uses it in place
 * of certificates (RFC 4279, RFC 5489), so that both sides prove that they have it, nobody can eavesdrop, and a recorded
 * connection remains secret even if the key leaks later.
 */
const CIPHER = 'ECDHE-PSK-CHACHA20-POLY1305';

/** Node does not support external pre-shared keys in TLS 1.3. */
const TLS: TlsOptions = { ciphers: CIPHER, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' };

const LABEL = 'live view link 1';

/** Purpose of the key ring that both sides derive from ENCRYPTION_KEYS. */
export const LINK_PURPOSE = 'live-view-link';

/** Creates the worker's side. Only clients with a key from the ring complete the handshake. */
export const createLinkServer = (ring: KeyRing): Server =>
  createServer({
    ...TLS,
    pskCallback: (_socket: TLSSocket, identity: string) => ring.signatureUnder(identity, LABEL) ?? null,
  } as TlsOptions);

/**
 * Connects from the API's side.
 * @throws if the other side is not one of our workers (as the socket's `error`)
 */
export const dialLink = (
  { host, port }: { readonly host: string; readonly port: number },
  ring: KeyRing,
): TLSSocket => {
  const { keyId, bytes } = ring.signature(LABEL);
  return connectTls({
    ...TLS,
    host,
    port,
    pskCallback: (): PSKCallbackNegotation => ({ psk: bytes, identity: keyId }),
    // There is no certificate to check: the handshake itself has authenticated the other side.
    checkServerIdentity: () => undefined,
  });
};
