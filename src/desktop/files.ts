import type { Socket } from 'node:net';

/** A file that was left on a desktop. Its name comes from the desktop's programs and must not be trusted. */
export interface DesktopFile {
  /** Path below the home folder, which begins with `Documents/` or `Downloads/`. */
  readonly path: string;
  readonly size: number;
}

/** Asks the desktop for a connection that transfers one file or a list of files. */
export type DialFiles = (...words: readonly string[]) => Promise<Socket>;

const WITHIN_MS = 30_000;
/** Maximum size of a list in bytes. A program can leave any number of files. */
const MAX_LIST = 16 * 1024 * 1024;

/** Copies files to and from a desktop, one at a time, because more would overload it. */
export class DesktopFiles {
  readonly #dial: DialFiles;
  #last: Promise<unknown> = Promise.resolve();

  constructor(dial: DialFiles) {
    this.#dial = dial;
  }

  /** Writes a file. Resolves when the desktop has all of it. */
  async put(path: string, bytes: Buffer): Promise<void> {
    await this.#next(async () => {
      const socket = await this.#dial('put', encoded(path));
      socket.end(bytes);
      await received(socket, 0);
    });
  }

  /** Returns a file's bytes; undefined if there is no such file or it has more than `most` bytes. */
  async get(path: string, most: number): Promise<Buffer | undefined> {
    return this.#next(async () => received(await this.#dial('get', encoded(path)), most));
  }

  /**
   * Lists the files in the folders for documents and downloads, ordered by path.
   * @throws if a list cannot hold them all
   */
  async list(): Promise<readonly DesktopFile[]> {
    const listed = await this.#next(async () => received(await this.#dial('files'), MAX_LIST));
    if (listed === undefined) throw new Error('the desktop has too many files to list');
    return listed
      .toString('utf8')
      .split('\0')
      .flatMap(read)
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  async #next<T>(task: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const own = (async () => {
      await before.catch(() => undefined);
      return task();
    })();
    this.#last = own.catch(() => undefined);
    return own;
  }
}

const encoded = (path: string): string => Buffer.from(path).toString('base64');

const read = (line: string): readonly DesktopFile[] => {
  const [, size, path] = /^(\d+) (.+)$/su.exec(line) ?? [];
  return size === undefined || path === undefined ? [] : [{ path, size: Number(size) }];
};

/** @returns what the desktop sends until it closes the connection; undefined if that is more than `most` bytes */
const received = async (socket: Socket, most: number): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error('the desktop did not transfer a file in time'));
    }, WITHIN_MS);
    socket.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) socket.destroy();
      else chunks.push(chunk);
    });
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(size > most ? undefined : Buffer.concat(chunks));
    });
  });
