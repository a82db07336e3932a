import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file that a page loads. Its name contains a hash of its content, so browsers may cache it forever. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
}

const compress = promisify(gzip);

/** @param name the file's name as browsers see it, if it already contains a hash */
export const assetOf = async (name: string, type: string, body: Buffer): Promise<Asset> => ({
  name,
  type,
  body,
  gzipped: await compress(body),
});

/** Puts a hash of the content into a file's name: `style.css` becomes `style.0a1b2c3d4e5f.css`. */
export const hashedName = (name: string, body: Buffer): string =>
  name.replace(/(?=\.\w+$)/, `.${hash('sha256', body).slice(0, 12)}`);

/** Returns the result of `make`, which runs once. If it fails, the next caller tries again. */
export const madeOnce = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return async () => {
    made ??= make();
    try {
      return await made;
    } catch (error) {
      made = undefined;
      throw error;
    }
  };
};
