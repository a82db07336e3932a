import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A kind of write: rows of a table or, in the ledger, rows with this action. */
export interface Write {
  readonly table: 'agent_actions' | 'agent_files' | 'asked_calls';
  readonly action?: string;
  readonly teamId: string;
}

/**
 * The fate of a transaction that waits at a gate when its worker is killed: it is rolled back, or it is
 * committed unnoticed.
 */
export type Fate = 'lost' | 'kept';

/** Stops transactions at writes of chosen teams, so that a worker can be killed in the middle of many of them at once. */
export interface WriteGate {
  readonly shut: (write: Write, fate: Fate) => Promise<void>;
  /** Resolves when a connection waits at a gate that was shut. */
  readonly reached: (write: Write, fate: Fate) => Promise<void>;
  /** Terminates the connections that wait at gates of fate `lost`, then lets the others go on. */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const CLASSES: Readonly<Record<Fate, number>> = { lost: 770_003, kept: 770_004 };

const TRIGGERS = [
  { table: 'agent_actions', on: 'INSERT' },
  { table: 'agent_files', on: 'INSERT' },
  // A run that reads the answer about a call updates its row.
  { table: 'asked_calls', on: 'UPDATE OF heard_at' },
].flatMap(({ table, on }) => [
  `CREATE TRIGGER test_write_lost BEFORE ${on} ON ${table} FOR EACH ROW EXECUTE FUNCTION test_write_gate(${CLASSES.lost});`,
  `CREATE CONSTRAINT TRIGGER test_write_kept AFTER ${on} ON ${table} DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW EXECUTE FUNCTION test_write_gate(${CLASSES.kept});`,
]);

const nameOf = ({ table, action, teamId }: Write): string =>
  [table, ...(action === undefined ? [] : [action]), teamId].join('/');

/** @param adminUrl superuser's connection, because the triggers are on the service's own tables */
export const createWriteGate = async (adminUrl: string): Promise<WriteGate> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  // Locks belong to one connection, which executes one statement at a time; other connections check whether a
  // gate is reached.
  const onlookers = new pg.Pool({ connectionString: adminUrl, max: 4 });
  let shutting: Promise<unknown> = Promise.resolve();
  await client.query(`
    CREATE FUNCTION test_write_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      written jsonb := to_jsonb(NEW);
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(TG_ARGV[0]::int,
        hashtext(concat_ws('/', TG_TABLE_NAME, written->>'action', written->>'team_id')));
      RETURN NEW;
    END $$;
    ${TRIGGERS.join('\n')}`);
  const waiting = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return {
    shut: async (write, fate) => {
      const lock = [CLASSES[fate], nameOf(write)];
      shutting = shutting.then(async () => client.query('SELECT pg_advisory_lock($1, hashtext($2))', lock));
      await shutting;
    },
    reached: async (write, fate) => {
      // Locks show the key as an unsigned number.
      const here = `${waiting} AND objid::bigint = hashtext($2)::bigint & 4294967295`;
      for (;;) {
        const { rowCount } = await onlookers.query(here, [CLASSES[fate], nameOf(write)]);
        if ((rowCount ?? 0) > 0) return;
        await sleep(50);
      }
    },
    open: async () => {
      await client.query(`SELECT pg_terminate_backend(pid, 5000) FROM (${waiting}) AS waiting`, [
        CLASSES.lost,
      ]);
      await client.query('SELECT pg_advisory_unlock_all()');
    },
    close: async () => {
      await onlookers.end();
      await client.end();
    },
  };
};
