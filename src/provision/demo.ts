import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { clip } from '../governance/text/clip.ts';
import { entriesSchema, verificationSchema } from '../contract/ledger.ts';
import { runSchema } from '../contract/run.ts';
import type { RunBody } from '../contract/run.ts';

/** The running service that the demo uses. */
interface Target {
  readonly url: string;
  readonly api_key: string;
}

type Entries = z.output<typeof entriesSchema>['entries'];
type Say = (line: string) => void;

const PATIENCE_MS = 60_000;

/**
 * Submits the KYC sample case over HTTP, waits for the run to end, and prints the decision and the ledger. Then verifies the
 * chain twice: by recomputing each hash from the API's output, and by having the database verify the team's whole chain.
 * @returns whether the run succeeded and both checks passed
 */
export const runDemo = async (target: Target, say: Say): Promise<boolean> => {
  const call = async <T>(method: 'GET' | 'POST', path: string, schema: z.ZodType<T>): Promise<T> => {
    const response = await fetch(new URL(path, target.url), {
      method,
      headers: { authorization: `Bearer ${target.api_key}` },
      signal: AbortSignal.timeout(30_000),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return schema.parse(await response.json());
  };

  const began = Date.now();
  let run = await call('POST', '/v1/workforce/verticals/kyc/runs', runSchema);
  say(`\nKYC run ${run.id} accepted`);
  while (run.status === 'running' && Date.now() - began < PATIENCE_MS) {
    await sleep(100);
    run = await call('GET', `/v1/workforce/runs/${run.id}`, runSchema);
  }
  sayOutcome(run, Date.now() - began, say);
  const { entries } = await call('GET', `/v1/workforce/runs/${run.id}/ledger`, entriesSchema);
  sayEntries(entries, say);

  const recomputed =
    entries.every(isUnchanged) && entries.every((entry, n) => follows(entries[n - 1], entry));
  const chain = await call('GET', '/v1/govern/verify', verificationSchema);
  say(`\nHashes recomputed here: ${recomputed ? 'all match' : 'NOT all match'}`);
  say(
    `Chain verified by the database: ${chain.ok ? `ok, ${chain.checked} entries` : `BROKEN, ${chain.reason}`}`,
  );
  return run.status === 'succeeded' && entries.length === run.steps.length && recomputed && chain.ok;
};

/** Checks that row_hash = sha256(prev_hash bytes || utf8(body)), as docs/ledger.md defines it. */
const isUnchanged = ({ prev_hash, row_hash, body }: Entries[number]): boolean =>
  createHash('sha256').update(Buffer.from(prev_hash, 'hex')).update(body, 'utf8').digest('hex') === row_hash;

/** Compares only direct neighbours, because the team's other runs may have written rows in between. */
const follows = (before: Entries[number] | undefined, entry: Entries[number]): boolean =>
  before === undefined || before.seq + 1 !== entry.seq || before.row_hash === entry.prev_hash;

const sayOutcome = (run: RunBody, tookMs: number, say: Say): void => {
  say(`  status    ${run.status} after ${(tookMs / 1000).toFixed(1)} s`);
  say(`  decision  ${run.decision ?? '(none)'}`);
  if (run.risk !== null) say(`  risk      ${run.risk.score} (${run.risk.band}, ${run.risk.rules})`);
  for (const { code, detail } of run.reasons) say(`  reason    ${code}: ${detail}`);
  if (run.error !== null) say(`  error     ${run.error.code}: ${run.error.message}`);
};

const line = (cells: readonly [string, string, string, string]): string =>
  `  ${cells[0].padStart(5)}  ${cells[1].padEnd(16)} ${cells[2].padEnd(14)} ${cells[3]}`;

const sayEntries = (entries: Entries, say: Say): void => {
  say(`\nLedger ${entries[0]?.ledger_ref ?? ''}`);
  say(line(['seq', 'action', 'row hash', 'summary']));
  for (const { seq, action, row_hash, summary } of entries) {
    say(line([String(seq), action, `${row_hash.slice(0, 12)}…`, clip(summary, 90)]));
  }
};
