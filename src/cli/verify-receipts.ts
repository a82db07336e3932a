import { ProvisionError } from '../provision/problem.ts';
import { checkReceipt, type Receipt } from '../ledger/proofs/receipt.ts';
import type { VerifierKey } from '../ledger/proofs/verifier-key.ts';
import { readEvidence, type VerifyOptions } from './evidence.ts';
import { EXIT, type Outcome } from './outcome.ts';

/**
 * Checks the signature, rows and proofs of receipts offline, without an export, database or network.
 * @throws ProvisionError when there is no key or no receipt, or a file is not of the kind that its option requires
 */
export const verifyReceipts = async ({
  key,
  receipt,
}: Omit<VerifyOptions, 'checkpoint'>): Promise<Outcome> => {
  const { keys, receipts } = await readEvidence({ ...(key && { key }), ...(receipt && { receipt }) });
  if (receipts.length === 0 || keys.length === 0) {
    throw new ProvisionError(
      'There is nothing to check.',
      "Give an export, or receipts and the log's key: pramaan verify --receipt <file> --key <file>",
    );
  }
  const results = receipts.map((one) => judge(one, keys));
  return {
    code: results.every(({ ok }) => ok) ? EXIT.ok : EXIT.foundWrong,
    json: { ok: results.every(({ ok }) => ok), receipts: results },
    text: results.map(describe).join('\n'),
  };
};

const judge = (receipt: Receipt, keys: readonly VerifierKey[]) => {
  const { ledger_ref, team_id, rows } = receipt;
  const checked = checkReceipt(receipt, keys);
  return checked.ok
    ? { ok: true, ledger_ref, team_id, rows: rows.map(({ seq }) => seq), size: checked.checkpoint.size }
    : { ok: false, ledger_ref, team_id, seq: checked.seq ?? null, reason: checked.reason };
};

const describe = (result: ReturnType<typeof judge>): string =>
  'reason' in result
    ? `WRONG: ${result.ledger_ref}${result.seq === null ? '' : ` at row ${result.seq}`}: ${result.reason}.`
    : `${result.ledger_ref}: ${result.rows.length} rows (${result.rows.join(', ')}) are in the ledger of ` +
      `${result.team_id}, covered by a signed checkpoint over ${result.size} rows.`;
