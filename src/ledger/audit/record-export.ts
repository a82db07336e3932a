import { type Act, ledgerExported } from '../acts.ts';
import type { JsonObject } from '../canonical.ts';
import { LedgerUnavailableError } from '../errors.ts';
import type { Ledger } from '../ledger.ts';

/** What was exported. Undefined members are left out of the row. */
interface Exported {
  readonly scope: string;
  readonly format: string;
  readonly ref?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly under?: number | undefined;
}

/**
 * Records an export, before its first line is sent. A chain that is too damaged to append to can still be exported, because that
 * is when auditors need the export most.
 * @param onDamaged is called if the chain does not accept the row
 * @throws LedgerUnavailableError when the ledger cannot be reached
 */
export const recordExport = async (
  ledger: Pick<Ledger, 'append'>,
  act: Act,
  { scope, format, ref, from, to, under }: Exported,
  onDamaged: (error: unknown) => void,
): Promise<void> => {
  const given = { ref, from, to, under };
  const named = Object.entries(given).filter(([, value]) => value !== undefined) as [string, string][];
  const detail: JsonObject = { scope, format, ...Object.fromEntries(named) };
  try {
    await ledger.append(ledgerExported(act, detail));
  } catch (error) {
    if (error instanceof LedgerUnavailableError) throw error;
    onDamaged(error);
  }
};
