import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { exportLines } from '../../../src/ledger/audit/export.ts';
import type { Selection } from '../../../src/ledger/audit/selection.ts';
import { exportText, type ExportFormat } from '../../../src/ledger/audit/stream.ts';
import { verifyExport, type Verdict } from '../../../src/ledger/audit/verify-export.ts';
import { checkpointOfSize, latestCheckpoint } from '../../../src/ledger/checkpoints.ts';
import { originOf, publishKeys } from '../../../src/ledger/log-keys.ts';
import { signCheckpoint, type SigningParts } from '../../../src/ledger/sign.ts';
import type { Receipt } from '../../../src/ledger/proofs/receipt.ts';
import { createSigner } from '../../../src/ledger/proofs/signer.ts';
import {
  formatVerifierKey,
  parseKeyFile,
  SIGNATURE_TYPE,
  verifierKey,
} from '../../../src/ledger/proofs/verifier-key.ts';
import { issueKey } from '../../../src/store/keys/store.ts';
import type { TestService } from '../../helpers/service.ts';
import { appendSteps, openLedger, type LedgerTest } from '../helpers.ts';

const PYTHON = fileURLToPath(new URL('../../../docs/ledger/verify_export.py', import.meta.url));
const ORIGIN = 'log.example';

/** Both verifiers' report on an export: `seq` of the first wrong row, or the number of rows that checkpoints cover. */
export type Said = Readonly<Record<string, unknown>>;

export interface AuditTest extends LedgerTest {
  readonly signing: SigningParts;
  /** A scratch folder. */
  readonly folder: string;
  /** Returns a key file's text, with the keys that verify a team's checkpoints. */
  readonly keysOf: (teamId: string) => string;
  /** Signs the current rows of a team's chain, as the service does. @returns the note; '' when it refused */
  readonly sign: (teamId?: string) => Promise<string>;
  readonly export: (
    selection?: Selection,
    options?: { teamId?: string; format?: ExportFormat; under?: number },
  ) => Promise<string>;
  /** Returns the verdict on which the two verifiers, which share no code, agree. */
  readonly judge: (
    text: string,
    evidence?: { checkpoints?: readonly string[]; receipts?: readonly Receipt[]; keys?: string },
  ) => Promise<Said>;
}

/** Opens a ledger whose checkpoints are signed, with `rows` rows for team_a and 3 for team_b. */
export const openAudit = async (rows = 10): Promise<AuditTest> => {
  const test = await openLedger();
  const { pool } = test.database;
  const folder = await mkdtemp(join(tmpdir(), 'audit-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const signer = createSigner(randomBytes(32));
  const signing = { pool, originBase: ORIGIN, signers: [signer] };
  await publishKeys(pool, ORIGIN, [signer.publicKey]);
  await appendSteps(test.ledger, rows, { detail: { place: 'café' } });
  await appendSteps(test.ledger, 3, { teamId: 'team_b' });
  const keysOf = (teamId: string): string =>
    `# keys of ${teamId}\n\n${formatVerifierKey(verifierKey(originOf(ORIGIN, teamId), SIGNATURE_TYPE.note, signer.publicKey))}\n`;
  return {
    ...test,
    signing,
    folder,
    keysOf,
    sign: async (teamId = 'team_a') => {
      const signed = await signCheckpoint(signing, teamId);
      return signed.outcome === 'signed' || signed.outcome === 'unchanged'
        ? ((await checkpointOfSize(pool, teamId, signed.size))?.note ?? '')
        : '';
    },
    export: async (selection = { kind: 'chain' }, options = {}) => exportOf(pool, selection, options),
    judge: async (text, { checkpoints = [], receipts = [], keys } = {}) => {
      const teamId = /"team_id":"(team_\w+)"/.exec(text)?.[1] ?? 'team_a';
      return judge(folder, text, { keys: keys ?? keysOf(teamId), checkpoints, receipts });
    },
  };
};

const exportOf = async (
  pool: pg.Pool,
  selection: Selection,
  { teamId = 'team_a', format = 'jsonl', under }: { teamId?: string; format?: ExportFormat; under?: number },
): Promise<string> => {
  const pieces = [];
  const lines = exportLines(pool, { teamId, selection, under });
  for await (const piece of exportText(lines, { format, teamId })) pieces.push(piece);
  return pieces.join('');
};

interface Evidence {
  readonly keys: string;
  readonly checkpoints: readonly string[];
  readonly receipts: readonly Receipt[];
}

const judge = async (folder: string, text: string, evidence: Evidence): Promise<Said> => {
  const ours = comparable(await verifyText(text, evidence));
  const theirs = await runPython(folder, text, evidence);
  if (JSON.stringify(sorted(ours)) !== JSON.stringify(sorted(theirs))) {
    throw new Error(`the verifiers disagree:\n${JSON.stringify(ours)}\n${JSON.stringify(theirs)}`);
  }
  return ours;
};

const verifyText = async (text: string, { keys, checkpoints, receipts }: Evidence): Promise<Verdict> => {
  // Feeds the verifier small pieces, so that lines span several of them.
  const bytes = async function* () {
    const all = Buffer.from(text);
    for (let at = 0; at < all.length; at += 1_000) yield all.subarray(at, at + 1_000);
  };
  return verifyExport(bytes(), { keys: keys === '' ? [] : parseKeyFile(keys), checkpoints, receipts });
};

const comparable = (verdict: Verdict): Said => {
  if (!verdict.ok) return { ok: false, kind: verdict.kind, seq: verdict.seq };
  const { earlier_times: _, ...rest } = verdict;
  return rest;
};

const sorted = (said: Said): Said =>
  Object.fromEntries(Object.entries(said).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const runPython = async (
  folder: string,
  text: string,
  { keys, checkpoints, receipts }: Evidence,
): Promise<Said> => {
  const write = async (name: string, content: string): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const args = [PYTHON, await write('export.jsonl', text)];
  if (keys !== '') args.push('--key', await write('keys.txt', keys));
  for (const [n, note] of checkpoints.entries())
    args.push('--checkpoint', await write(`checkpoint-${n}.txt`, note));
  for (const [n, receipt] of receipts.entries()) {
    args.push('--receipt', await write(`receipt-${n}.json`, JSON.stringify(receipt)));
  }
  return new Promise((resolve, reject) => {
    execFile('python3', args, (error, stdout, stderr) => {
      const code = (error as { code?: number } | null)?.code ?? 0;
      const said = stdout === '' ? undefined : (JSON.parse(stdout) as Said);
      if (said === undefined || code > 1 || (code === 0) !== (said['ok'] === true)) {
        reject(new Error(`verify_export.py ended with ${code}: ${stdout}${stderr}`));
      } else resolve(said);
    });
  });
};

export const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Disables triggers in a superuser's session and drops the hash CHECK. */
export const disarm = async (admin: pg.Client): Promise<void> => {
  await admin.query(
    `SET session_replication_role = 'replica'; ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_hash`,
  );
};

/** Returns statements that make team_a's chain consistent again from a given row on, including its head. */
export const rechainFrom = (seq: number, team = 'team_a'): string => `
  DO $$
  DECLARE
    prev bytea := coalesce((SELECT row_hash FROM agent_actions WHERE team_id = '${team}' AND seq = ${seq - 1}), ledger_genesis('${team}'));
    place bigint;
  BEGIN
    FOR place IN SELECT seq FROM agent_actions WHERE team_id = '${team}' AND seq >= ${seq} ORDER BY seq LOOP
      UPDATE agent_actions SET prev_hash = prev, row_hash = sha256(prev || convert_to(body, 'UTF8'))
        WHERE team_id = '${team}' AND seq = place RETURNING row_hash INTO prev;
    END LOOP;
    UPDATE ledger_heads SET (seq, row_hash) = (SELECT seq, row_hash FROM agent_actions WHERE team_id = '${team}' ORDER BY seq DESC LIMIT 1)
      WHERE team_id = '${team}';
  END $$;`;

export const latestNote = async (pool: pg.Pool, teamId = 'team_a'): Promise<string> =>
  (await latestCheckpoint(pool, teamId))?.note ?? '';

/**
 * Opens team_a's chain of 10 rows, whose checkpoints at 6 and 10 rows are kept outside the database, and a superuser's connection
 * to it.
 */
export const openSigned = async (): Promise<AuditTest & { readonly kept: readonly string[] }> => {
  const test = await openAudit(6);
  const first = await test.sign();
  await appendSteps(test.ledger, 10, { detail: { place: 'café' } });
  const kept = [first, await test.sign()];
  await test.sign('team_b');
  await disarm(test.admin);
  return { ...test, kept };
};

/** Makes team_a's rows 1 to `last` this many days old, as if they had been written at that time. */
export const age = async ({ admin }: LedgerTest, last: number, days: number): Promise<void> => {
  await admin.query(`SET session_replication_role = 'replica'`);
  await admin.query(`ALTER TABLE agent_actions DROP CONSTRAINT agent_actions_hash`);
  await admin.query(`
    UPDATE agent_actions AS a SET created_at = n.at, body = agent_action_columns(a.team_id, a.seq, n.at, a.step, a.v, a.id, a.ledger_ref,
      a.action, a.idem_key) || substr(a.body, strpos(a.body, '"content":') + 10)
    FROM (SELECT seq, date_trunc('milliseconds', created_at - interval '${days} days') AS at FROM agent_actions WHERE team_id = 'team_a') AS n
    WHERE a.team_id = 'team_a' AND a.seq = n.seq AND a.seq <= ${last};
    ${rechainFrom(1)}
    ALTER TABLE agent_actions ADD CONSTRAINT agent_actions_hash CHECK (row_hash = sha256(prev_hash || convert_to(body, 'UTF8')));
    SET session_replication_role = 'origin'`);
};

/** Sends POST /v1/govern/erasures with a new admin key, because the service's own key lacks that scope. */
export const askForErasure = async (service: TestService, ledgerRef: string): Promise<Response> => {
  const { key } = await issueKey(service.database.db, {
    teamId: service.teamId,
    name: 'admin',
    scopes: ['admin'],
  });
  return fetch(`${service.url}/v1/govern/erasures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ledger_ref: ledgerRef }),
  });
};
