import pg from 'pg';

/**
 * Stops a chosen step of a chosen run exactly where its ledger row is written, with a trigger that waits for an advisory lock.
 * While the gate is shut, the worker that performs the step is in the middle of it.
 */
export interface Gate {
  /** Shuts the gate before a step of any run in this database. */
  readonly shut: (step: number) => Promise<void>;
  /** Resolves when a connection waits at the gate. */
  readonly reached: () => Promise<void>;
  /** Terminates the waiting connections, as if they had never written. */
  readonly dropWaiters: () => Promise<void>;
  /** Terminates the waiting connections and those that wait behind them for the chain. */
  readonly dropQueue: () => Promise<void>;
  /** Releases the connections that wait at the gate. */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Places for a gate. A transaction that waits at `insert` is lost with the worker. One that waits at `commit` is kept, but the
 * worker never learns of it.
 */
const PLACES = {
  insert: { lock: 770_001, trigger: 'TRIGGER test_gate_insert BEFORE INSERT', deferred: '' },
  commit: {
    lock: 770_002,
    trigger: 'CONSTRAINT TRIGGER test_gate_commit AFTER INSERT',
    deferred: 'DEFERRABLE INITIALLY DEFERRED',
  },
} as const;

/** @param adminUrl superuser's connection, because the trigger is on the ledger's own table */
export const createGate = async (adminUrl: string, place: keyof typeof PLACES = 'insert'): Promise<Gate> => {
  const { lock: CLASS, trigger, deferred } = PLACES[place];
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`
    CREATE FUNCTION test_gate_${place}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(${CLASS}, NEW.step);
      RETURN NEW;
    END $$;
    CREATE ${trigger} ON agent_actions ${deferred} FOR EACH ROW EXECUTE FUNCTION test_gate_${place}();`);
  const waiting = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = ${CLASS} AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return {
    shut: async (step) => {
      await client.query('SELECT pg_advisory_lock($1, $2)', [CLASS, step]);
    },
    reached: async () => {
      for (;;) {
        const { rowCount } = await client.query(waiting);
        if ((rowCount ?? 0) > 0) return;
        await client.query('SELECT pg_sleep(0.01)');
      }
    },
    dropWaiters: async () => {
      await client.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waiting`);
    },
    dropQueue: async () => {
      // The connection at the gate is terminated last, so that no connection behind it can reach the gate before that.
      for (let left = 1; left > 0;) {
        const { rowCount } = await client.query(`WITH waiting AS (${waiting}), behind AS (
            SELECT pid FROM pg_stat_activity WHERE datname = current_database()
              AND pg_blocking_pids(pid) && ARRAY(SELECT pid FROM waiting))
          SELECT pg_terminate_backend(pid, 5000) FROM behind
          UNION ALL SELECT pg_terminate_backend(pid, 5000) FROM waiting WHERE NOT EXISTS (SELECT FROM behind)`);
        left = rowCount ?? 0;
      }
    },
    open: async () => {
      await client.query('SELECT pg_advisory_unlock_all()');
    },
    close: async () => client.end(),
  };
};
