import { formatRupees, isShown } from '../amounts.ts';
import type { Reason } from '../rules/reason.ts';
import type { BilledClaim } from './claim.ts';
import { sumOf } from './money.ts';

/** Maximum number of lines of a bill. A longer bill is handed to a person. */
export const MAX_BILL_LINES = 1_000;

/** Returns why a claim cannot be adjudicated at all. Its amounts are then unknown, and a person decides. */
export const claimFaults = ({ admission, discharge, lines, cover }: BilledClaim): readonly Reason[] => {
  const faults: Reason[] = [];
  const add = (code: string, detail: string) => faults.push({ code, detail });
  if (lines.length === 0) add('BILL-LINES', 'the bill has no lines');
  if (lines.length > MAX_BILL_LINES)
    add('BILL-LINES', `the bill has ${lines.length} lines, at most ${MAX_BILL_LINES} are adjudicated`);
  const negative = lines.findIndex(({ amount }) => amount < 0n);
  if (negative >= 0) add('BILL-AMOUNT', `line ${negative + 1}: its amount is below zero`);
  const large = lines.findIndex(({ amount }) => !isShown(amount));
  if (large >= 0) add('BILL-AMOUNT', `line ${large + 1}: its amount is too large to be a bill's`);
  const odd = lines.findIndex(({ days }) => days !== undefined && days <= 0n);
  if (odd >= 0) add('BILL-DAYS', `line ${odd + 1}: its number of days is not above zero`);
  if (faults.length === 0 && sumOf(lines.map(({ amount }) => amount)) === 0n)
    add('BILL-AMOUNT', 'the bill adds up to nothing');
  if (admission === undefined) add('CODE-012', 'the date of admission is missing or cannot be read');
  if (discharge === undefined) add('CODE-012', 'the date of discharge is missing or cannot be read');
  if (admission !== undefined && discharge !== undefined && discharge < admission)
    add('CODE-012', 'discharge before admission');
  return [...faults, ...coverFaults(cover)];
};

const coverFaults = ({ slabs, bonus, used, counters }: BilledClaim['cover']): readonly Reason[] => {
  const amounts = [...slabs.map(({ sumInsured }) => sumInsured), bonus, used, ...Object.values(counters)];
  const wrong = amounts.find((amount) => amount < 0n || !isShown(amount));
  const days = new Set(slabs.map(({ since }) => since));
  return [
    ...(slabs.length === 0 ? [{ code: 'ELIG-001', detail: 'the policy states no sum insured' }] : []),
    ...(wrong === undefined
      ? []
      : [
          {
            code: 'ELIG-001',
            detail: `the policy holds an amount outside 0 to ${formatRupees(99_999_999_999n)}`,
          },
        ]),
    ...(days.size === slabs.length
      ? []
      : [{ code: 'ELIG-001', detail: 'the policy states two sums insured from the same day' }]),
  ];
};
