import { createDatabase } from '../store/db/client.ts';
import { loadConfig } from '../config.ts';
import { openKeys } from '../open-keys.ts';
import { checkpointOfSize } from '../ledger/checkpoints.ts';
import { replaceKeys } from '../ledger/replace-keys.ts';
import { isSigned, keysOfLog } from '../ledger/signed-checkpoints.ts';
import { createSigners } from '../ledger/signing-keys.ts';
import { ProvisionError } from '../provision/problem.ts';
import { COMMAND_LINE, requireTeam } from './connection.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { asOwner } from './owner.ts';

/**
 * Publishes the keys from LEDGER_SIGNING_KEYS (or those derived from ENCRYPTION_KEYS) as the current signing keys. The service
 * itself publishes only an installation's first keys.
 * @param url the owner's connection
 */
export const publishSigningKeys = async (
  url: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Outcome> => {
  const config = loadConfig(
    await openKeys({ ...environment, DATABASE_URL: environment['DATABASE_URL'] ?? url }),
  );
  const keys = createSigners(config).map(({ publicKey }) => publicKey);
  return asOwner(url, async (pool) => {
    await replaceKeys(pool, { origin: config.LEDGER_ORIGIN, keys, actor: COMMAND_LINE });
    const shown = keys.map((key) => key.toString('base64'));
    return {
      code: EXIT.ok,
      json: { origin: config.LEDGER_ORIGIN, keys: shown },
      text: `From now on, these keys sign for ${config.LEDGER_ORIGIN}: ${shown.join(', ')}. All others are retired.`,
    };
  });
};

export interface SetAsideOptions {
  readonly team: string;
  readonly size: string;
  readonly reason: string;
}

/**
 * Moves a stored checkpoint that was not signed by one of the log's keys to a separate table, and records that in the chain.
 * @param url the owner's connection
 */
export const setAsideCheckpoint = async (
  url: string | undefined,
  { team: name, size: given, reason }: SetAsideOptions,
): Promise<Outcome> => {
  const size = Number(given);
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new ProvisionError("--size must be a checkpoint's number of rows.", 'ledger verify shows it.');
  }
  return asOwner(url, async (pool) => {
    const team = await requireTeam(createDatabase(pool), name);
    const checkpoint = await checkpointOfSize(pool, team.id, size);
    if (checkpoint === undefined) {
      throw new ProvisionError(
        `There is no checkpoint over ${size} rows.`,
        'ledger verify shows the checkpoint that no key signed.',
      );
    }
    if (isSigned(checkpoint, await keysOfLog(pool, team.id))) {
      const text = `NOT set aside: one of the log's keys signed the checkpoint over ${size} rows.`;
      return { code: EXIT.foundWrong, json: { team, size, set_aside: false }, text };
    }
    await pool.query('SELECT set_aside_ledger_checkpoint($1, $2, $3)', [team.id, size, reason]);
    return {
      code: EXIT.ok,
      json: { team, size, set_aside: true },
      text: `The checkpoint over ${size} rows has been set aside, which the chain of ${team.name} records. Signing continues.`,
    };
  });
};
