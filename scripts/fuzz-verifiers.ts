// Gives both export verifiers the same damaged exports and damaged evidence, and fails if they disagree on the verdict, the kind
// of fault or the first wrong row.
// Usage: node scripts/fuzz-verifiers.ts [cases, default 2000] [seed]
import { disagreements } from '../test/ledger/audit/fuzz/run.ts';

const [cases = '2000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const { count, kinds, found } = await disagreements(Number(cases), Number(seed));
const told = Object.entries(kinds).map(([kind, times]) => `${kind} ${times}`);
process.stdout.write(
  `seed ${seed}: ${count} damaged exports, ${found.length} disagreements; ${told.toSorted().join(', ')}\n`,
);
for (const one of found.slice(0, 10)) process.stdout.write(`${JSON.stringify(one, null, 1)}\n`);
if (found.length > 0) process.exitCode = 1;
