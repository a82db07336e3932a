import { createReadStream } from 'node:fs';
import { verifyExport, type Evidence, type Verdict } from '../ledger/audit/verify-export.ts';
import { readEvidence, unreadable, type VerifyOptions } from './evidence.ts';
import { EXIT, type Outcome } from './outcome.ts';

/**
 * Checks an export offline. This needs only the service's public key, but neither a database nor a network.
 * @param file path of the export; `-` for standard input
 * @throws ProvisionError when a file cannot be read, or is not of the kind that its option requires
 */
export const verifyFile = async (file: string, options: VerifyOptions): Promise<Outcome> => {
  const evidence = await readEvidence(options);
  const bytes = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1 << 18 });
  const verdict = await verifyExport(bytes, evidence).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  return {
    code: verdict.ok ? EXIT.ok : EXIT.foundWrong,
    json: { ...verdict },
    text: verdict.ok ? goodNews(verdict, evidence) : badNews(verdict),
  };
};

const goodNews = (verdict: Extract<Verdict, { ok: true }>, { keys }: Evidence): string => {
  const { rows, team_id: team, covered, newer, earlier_times: earlier } = verdict;
  const lines = [`All ${rows} rows of ${team} are intact.`];
  if (covered === 0) {
    lines.push('No checkpoint covers them, so nobody would notice if the whole chain were rewritten.');
  } else if (keys.length === 0) {
    lines.push("No --key was given, so the checkpoints' signatures were not checked.");
  } else {
    lines.push(`Signed checkpoints cover the rows up to ${covered}; ${newer} are newer.`);
  }
  if (earlier > 0) lines.push(`${earlier} rows are dated before the row that precedes them.`);
  return lines.join('\n');
};

const badNews = ({ kind, seq, message }: Extract<Verdict, { ok: false }>): string =>
  `WRONG: ${kind}${seq === null ? '' : ` at row ${seq}`}: ${message}.`;
