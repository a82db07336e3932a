import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';

/** A file that was left on a desktop. Its name comes from the desktop's programs and must not be trusted. */
export interface DesktopFile {
  /** Path below the home folder, which begins with `Documents/` or `Downloads/`. */
  readonly path: string;
  readonly size: number;
}

/** Asks the desktop for a connection that carries one file or a list of files. */
export type DialFiles = (...words: readonly string[]) => Promise<Socket>;

const WITHIN_MS = 30_000;
const ATTEMPTS = 3;
/** Maximum size of a list in bytes. A program can leave any number of files, of which the list then has the first. */
const MAX_LIST = 1024 * 1024;

/** Copies files to and from a desktop, one after the other, because connections are matched to requests by their order. */
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

  /** Returns a file's bytes, none if there is no such file; undefined if it has more than `most` bytes. */
  async get(path: string, most: number): Promise<Buffer | undefined> {
    const { bytes, isWhole } = await this.#next(async () => this.#ask(most, 'get', encoded(path)));
    return isWhole ? bytes : undefined;
  }

  /** Lists the files in the folders for documents and downloads, in the order of their paths. */
  async list(): Promise<readonly DesktopFile[]> {
    return (await this.listed()).files;
  }

  /** Like {@link list}, and says whether the list has all files. */
  async listed(): Promise<{ readonly files: readonly DesktopFile[]; readonly isWhole: boolean }> {
    const { bytes, isWhole } = await this.#next(async () => this.#ask(MAX_LIST, 'files'));
    const whole = bytes.subarray(0, bytes.lastIndexOf(0) + 1).toString('utf8');
    const files = whole
      .split('\0')
      .flatMap(read)
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return { files, isWhole };
  }

  /**
   * Asks for a file or a list. The desktop's answer begins with a line that repeats a number of the request, because the connection of
   * a request that was given up may still come, and would be taken for this one's.
   */
  async #ask(most: number, ...words: readonly string[]): Promise<Received> {
    for (let attempt = 1; ; attempt += 1) {
      const head = Buffer.from(`${randomBytes(8).toString('hex')}\n`);
      const socket = await this.#dial(...words, head.toString('utf8').trim());
      const { bytes, isWhole } = await received(socket, head.length + most);
      if (bytes.subarray(0, head.length).equals(head))
        return { bytes: bytes.subarray(head.length), isWhole };
      if (attempt === ATTEMPTS) throw new Error('the desktop answered another request');
    }
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

interface Received {
  readonly bytes: Buffer;
  /** Whether that is all. */
  readonly isWhole: boolean;
}

/** @returns what the desktop sends until it closes the connection, or the first `most` bytes */
const received = async (socket: Socket, most: number): Promise<Received> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error('the desktop did not transfer a file in time'));
    }, WITHIN_MS);
    socket.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > most) socket.destroy();
    });
    socket.once('close', () => {
      clearTimeout(timer);
      resolve({ bytes: Buffer.concat(chunks).subarray(0, most), isWhole: size <= most });
    });
  });
