import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { exportLines } from '../ledger/audit/export.ts';
import {
  digestOfFile,
  listSegments,
  nextSegmentEnd,
  pruneSegment,
  sealSegment,
} from '../ledger/audit/segments.ts';
import { exportText } from '../ledger/audit/stream.ts';
import { verifyExport, type Verdict } from '../ledger/audit/verify-export.ts';
import { createDatabase } from '../store/db/client.ts';
import { ProvisionError } from '../provision/problem.ts';
import { parseKeyFile, type VerifierKey } from '../ledger/proofs/verifier-key.ts';
import { requireTeam } from './connection.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { asOwner } from './owner.ts';

export interface SealOptions {
  readonly team: string;
  readonly key: string;
  readonly out: string;
  readonly olderThanDays: string;
}

/**
 * Minimum age of rows to seal, in days: CERT-In's directions of 28 April 2022 require logs to be kept at least this long. The
 * database enforces it too.
 */
const FLOOR_DAYS = 180;

/**
 * Writes a team's oldest rows to a file, verifies the file, and records it in the chain. The rows remain in the database until
 * `prune` deletes them.
 * @param url the owner's connection
 */
export const sealOldest = async (url: string | undefined, options: SealOptions): Promise<Outcome> => {
  const days = Number(options.olderThanDays);
  if (!Number.isInteger(days) || days < FLOOR_DAYS) {
    throw new ProvisionError(`--older-than-days must be at least ${FLOOR_DAYS}.`, 'Leave it out for 365.');
  }
  const keys = await readKeys(options.key);
  return asOwner(url, async (pool) => {
    const team = await requireTeam(createDatabase(pool), options.team);
    const last = await nextSegmentEnd(pool, team.id, days);
    if (last === undefined)
      return { code: EXIT.ok, json: { team, sealed: null }, text: 'No rows are old enough to be sealed.' };
    await mkdir(options.out, { recursive: true, mode: 0o700 });
    const file = join(options.out, `${team.id}-to-${last}.jsonl`);
    const lines = exportLines(pool, { teamId: team.id, selection: { kind: 'segment', last } });
    await pipeline(
      exportText(lines, { format: 'jsonl', teamId: team.id }),
      createWriteStream(`${file}.part`, { mode: 0o600, flush: true }),
    );
    const verdict = await verifyWithKeys(`${file}.part`, keys);
    if (!verdict.ok || verdict.covered !== last) {
      await rm(`${file}.part`);
      const text = verdict.ok
        ? 'its checkpoint does not cover exactly these rows'
        : `${verdict.kind}: ${verdict.message}`;
      return {
        code: EXIT.foundWrong,
        json: { team, verdict },
        text: `NOT sealed, the rows do not verify: ${text}.`,
      };
    }
    const digest = await digestOfFile(`${file}.part`);
    await rename(`${file}.part`, file);
    await sealSegment(pool, { teamId: team.id, last, file: digest });
    return {
      code: EXIT.ok,
      json: { team, file, last, rows: verdict.rows, sha256: digest.sha256.toString('hex') },
      text: `${verdict.rows} rows up to ${last} are sealed in ${file}. Copy it to its archive, then run: pramaan ledger prune`,
    };
  });
};

/** Deletes a segment's rows from the database after verifying its file once more. */
export const pruneSealed = async (
  url: string | undefined,
  { team: name, key, file }: { readonly team: string; readonly key: string; readonly file: string },
): Promise<Outcome> => {
  const keys = await readKeys(key);
  return asOwner(url, async (pool) => {
    const team = await requireTeam(createDatabase(pool), name);
    const { sha256 } = await digestOfFile(file).catch(() => {
      throw new ProvisionError(
        `${file} cannot be read.`,
        'Rows are only deleted if their file is available.',
      );
    });
    const segment = (await listSegments(pool, team.id)).find((known) => known.file_sha256.equals(sha256));
    if (segment === undefined) {
      throw new ProvisionError(
        `${file} is not a sealed segment of ${team.name}.`,
        'Use the file that ledger seal wrote, unchanged.',
      );
    }
    const verdict = await verifyWithKeys(file, keys);
    if (!verdict.ok)
      return { code: EXIT.foundWrong, json: { team, verdict }, text: `NOT pruned: ${verdict.message}.` };
    const removed = await pruneSegment(pool, team.id, segment.last_seq);
    return {
      code: EXIT.ok,
      json: { team, removed, last: segment.last_seq },
      text: `${removed} rows up to ${segment.last_seq} were deleted from the database. ${file} is now their only copy on this machine.`,
    };
  });
};

const verifyWithKeys = async (path: string, keys: readonly VerifierKey[]): Promise<Verdict> =>
  verifyExport(createReadStream(path), { keys, checkpoints: [], receipts: [] });

const readKeys = async (path: string): Promise<readonly VerifierKey[]> => {
  try {
    return parseKeyFile(await readFile(path, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ProvisionError(
      `${path} cannot be used: ${why}`,
      'Use the file of verifier keys that auditors use.',
    );
  }
};
