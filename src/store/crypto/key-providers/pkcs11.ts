import { execFile } from 'node:child_process';
import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { type KeyProvider, KeyProviderError } from './provider.ts';
import type { KeyProviderSettings } from './settings.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 20_000;
/** Every module offers OAEP with SHA-1, whose security does not depend on collisions of the hash. */
const OAEP = ['--mechanism', 'RSA-PKCS-OAEP', '--hash-algorithm', 'SHA-1', '--mgf', 'MGF1-SHA1'] as const;

/**
 * Wraps keys with the public half of an RSA key pair in a hardware security module (PKCS #11). The private half never leaves the
 * module, which unwraps through OpenSC's `pkcs11-tool`.
 */
export const createPkcs11Provider = (settings: KeyProviderSettings): KeyProvider => {
  const { PKCS11_MODULE, PKCS11_TOKEN, PKCS11_PIN, PKCS11_KEY_ID } = settings;
  const tool = async (args: readonly string[], { input, signal }: Call = {}): Promise<Buffer> => {
    const base = ['--module', PKCS11_MODULE!, '--token-label', PKCS11_TOKEN!, '--id', PKCS11_KEY_ID];
    // The PIN is passed in the environment, because other users of the machine see arguments.
    const env = { ...process.env, PKCS11_PIN };
    const running = run('pkcs11-tool', [...base, '--login', '--pin', 'env:PKCS11_PIN', ...args], {
      env,
      encoding: 'buffer',
      timeout: TIMEOUT_MS,
      ...(signal !== undefined && { signal }),
    });
    // A tool that ends early does not read its input; its exit status tells why.
    running.child.stdin?.on('error', () => undefined).end(input);
    const { stdout } = await running.catch((error: unknown) => {
      throw refusalOf(error as Failure);
    });
    return stdout;
  };
  return {
    wrap: async (plain) => {
      const read = await tool(['--read-object', '--type', 'pubkey']);
      const key = createPublicKey({ key: read, format: 'der', type: 'spki' });
      const padding = constants.RSA_PKCS1_OAEP_PADDING;
      return publicEncrypt({ key, padding, oaepHash: 'sha1' }, plain).toString('base64');
    },
    // The key comes through a pipe, because a file would outlive a process that is killed.
    unwrap: async (wrapped, signal) =>
      tool(['--decrypt', ...OAEP], {
        input: Buffer.from(wrapped, 'base64'),
        ...(signal !== undefined && { signal }),
      }),
  };
};

interface Call {
  readonly input?: Buffer;
  readonly signal?: AbortSignal;
}

interface Failure {
  readonly code?: unknown;
  readonly killed?: boolean;
  readonly stderr?: Buffer;
}

/** Describes the fault. The failure itself, with the module's words, is not passed on. */
const refusalOf = ({ code, killed, stderr }: Failure): KeyProviderError => {
  const text = stderr?.toString() ?? '';
  if (code === 'ENOENT')
    return new KeyProviderError('the program pkcs11-tool is not installed (Debian: opensc)');
  if (code === 'ABORT_ERR' || killed === true)
    return new KeyProviderError('the module does not answer', { mayPass: true });
  const said = /CKR_[A-Z_]+/.exec(text)?.[0];
  if (said !== undefined)
    return new KeyProviderError(`the module refuses it (${said})`, { mayPass: PASSING.has(said) });
  if (/[Nn]o slot|token/.test(text))
    return new KeyProviderError('the module has no token with the label in PKCS11_TOKEN', { mayPass: true });
  return new KeyProviderError('the module or its key cannot be used: check PKCS11_MODULE and PKCS11_KEY_ID');
};

/**
 * Error codes of an unavailable module. A wrong PIN is not among them, because a few retries would lock the
 * token.
 */
const PASSING: ReadonlySet<string> = new Set([
  'CKR_DEVICE_ERROR',
  'CKR_DEVICE_REMOVED',
  'CKR_TOKEN_NOT_PRESENT',
]);
