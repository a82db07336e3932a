import type { Writable } from 'node:stream';
import pg from 'pg';

/** Messages within the copy stream of BASE_BACKUP, by their first byte. */
const KIND = { archive: 0x6e, data: 0x64, manifest: 0x6d } as const;

interface Files {
  /** Receives the tar archive of the whole server. */
  readonly archive: Writable;
  /** Receives the manifest, which names each file with its checksum. */
  readonly manifest: Writable;
}

/** The part of pg's connection that a query needs. */
interface PgConnection {
  readonly query: (text: string) => void;
  readonly stream: { pause: () => void; resume: () => void };
}

/** Passes the copy stream of one BASE_BACKUP command to its files, no faster than they are written. */
class BaseBackup implements pg.Submittable {
  readonly done: Promise<void>;
  readonly #settle = Promise.withResolvers<void>();
  readonly #files: Files;
  #current: Writable | undefined;
  #archives = 0;
  #isPaused = false;
  #error: Error | undefined;

  constructor(files: Files) {
    this.#files = files;
    this.done = this.#settle.promise;
  }

  submit(connection: pg.Connection): void {
    // The backup includes the WAL that it needs, so it can be restored alone.
    const options = "LABEL 'pramaan', CHECKPOINT 'fast', WAL, WAIT true, MANIFEST 'yes', TABLESPACE_MAP";
    (connection as unknown as PgConnection).query(`BASE_BACKUP (${options})`);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }, { stream }: PgConnection): void {
    if (chunk[0] === KIND.archive) this.#begin();
    else if (chunk[0] === KIND.manifest) this.#current = this.#files.manifest;
    else if (chunk[0] === KIND.data && this.#current !== undefined) {
      // The client reuses the buffer for what arrives next.
      const isRoom = this.#current.write(Buffer.from(chunk.subarray(1)));
      if (isRoom || this.#isPaused) return;
      this.#isPaused = true;
      stream.pause();
      this.#current.once('drain', () => {
        this.#isPaused = false;
        stream.resume();
      });
    }
  }

  handleError(error: Error): void {
    this.#error ??= error;
    // When a connection breaks, the query never ends by itself.
    if ((error as { severity?: string }).severity === undefined) this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#error === undefined) this.#settle.resolve();
    else this.#settle.reject(this.#error);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}

  #begin(): void {
    this.#archives += 1;
    this.#current = this.#files.archive;
    if (this.#archives > 1)
      this.#error ??= new Error('the server has tablespaces of its own: use pg_basebackup');
  }
}

/**
 * Takes a base backup of a Postgres server over the replication protocol, while it runs.
 * @param url of a role that may replicate
 * @throws when the connection or a file fails; the server then ends the backup
 */
export const takeBaseBackup = async (url: string, files: Files): Promise<void> => {
  const settings = {
    connectionString: url,
    replication: 'true',
    connectionTimeoutMillis: 10_000,
    application_name: 'pramaan backup',
  };
  const client = new pg.Client(settings);
  const broken = new Promise<never>((_, reject) => {
    for (const each of [client, files.archive, files.manifest]) each.on('error', reject);
  });
  broken.catch(() => undefined);
  try {
    await client.connect();
    const backup = new BaseBackup(files);
    client.query(backup);
    await Promise.race([backup.done, broken]);
  } finally {
    await client.end().catch(() => undefined);
  }
};
