import { hash, randomBytes } from 'node:crypto';

/** Returns a new secret for a cookie or a link: 256 random bits, which nobody can guess, so a plain hash is enough to store. */
export const mintToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
