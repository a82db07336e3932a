import { execFile } from 'node:child_process';
import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type KeyProvider, KeyProviderError } from './provider.ts';
import type { KeyProviderSettings } from './settings.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 20_000;
/** OAEP with SHA-1 is what every module offers; its security does not rest on collisions of the hash. */
const OAEP = ['--mechanism', 'RSA-PKCS-OAEP', '--hash-algorithm', 'SHA-1', '--mgf', 'MGF1-SHA1'] as const;

/**
 * Wraps keys with the public half of an RSA key pair in a hardware security module (PKCS #11). The private half never leaves the
 * module, which unwraps through OpenSC's `pkcs11-tool`.
 */
export const createPkcs11Provider = (settings: KeyProviderSettings): KeyProvider => {
  const { PKCS11_MODULE, PKCS11_TOKEN, PKCS11_PIN, PKCS11_KEY_ID } = settings;
  const tool = async (args: readonly string[]): Promise<void> => {
    const base = ['--module', PKCS11_MODULE!, '--token-label', PKCS11_TOKEN!, '--id', PKCS11_KEY_ID];
    // The PIN is passed in the environment, because other users of the machine see arguments.
    const env = { ...process.env, PKCS11_PIN };
    await run('pkcs11-tool', [...base, '--login', '--pin', 'env:PKCS11_PIN', ...args], {
      env,
      timeout: TIMEOUT_MS,
    }).catch((error: unknown) => {
      throw new KeyProviderError(reasonOf(error), { cause: error });
    });
  };
  const inScratch = async <T>(task: (path: (name: string) => string) => Promise<T>): Promise<T> => {
    const folder = await mkdtemp(join(tmpdir(), 'pramaan-pkcs11-'));
    try {
      return await task((name) => join(folder, name));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  return {
    wrap: async (plain) =>
      inScratch(async (path) => {
        await tool(['--read-object', '--type', 'pubkey', '--output-file', path('key')]);
        const key = createPublicKey({ key: await readFile(path('key')), format: 'der', type: 'spki' });
        const padding = constants.RSA_PKCS1_OAEP_PADDING;
        return publicEncrypt({ key, padding, oaepHash: 'sha1' }, plain).toString('base64');
      }),
    unwrap: async (wrapped) =>
      inScratch(async (path) => {
        await writeFile(path('in'), Buffer.from(wrapped, 'base64'), { mode: 0o600 });
        // The output is a key, so it goes through a file that only this user can read and that is removed at once.
        await writeFile(path('out'), '', { mode: 0o600 });
        await tool(['--decrypt', ...OAEP, '--input-file', path('in'), '--output-file', path('out')]);
        return readFile(path('out'));
      }),
  };
};

const reasonOf = (error: unknown): string => {
  const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
  if (code === 'ENOENT') return 'the program pkcs11-tool is not installed (Debian: opensc)';
  const said = /CKR_[A-Z_]+/.exec(stderr)?.[0];
  if (said !== undefined) return `the module refuses it (${said})`;
  if (/[Nn]o slot|token/.test(stderr)) return 'the module has no token with the label in PKCS11_TOKEN';
  return 'the module or its key cannot be used: check PKCS11_MODULE and PKCS11_KEY_ID';
};
