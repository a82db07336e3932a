// Submits each line of a CSV file as a claim, and prints the decision of each.
//   node examples/typescript/claims-from-csv.ts claims.csv
// A second run of this program starts no claim twice, because each claim has an idempotency key of its own.
import { readFileSync } from 'node:fs';
import { createClient } from '../../clients/typescript/src/index.ts'; // outside this repository: '@pramaan/client'

const { PRAMAAN_URL: url = '', PRAMAAN_KEY: key = '' } = process.env;
const client = createClient({ url, key });

const [header = '', ...lines] = readFileSync(process.argv[2] ?? '', 'utf8')
  .trim()
  .split('\n');
const names = header.split(',');
const claims = lines.map((line) => Object.fromEntries(line.split(',').map((value, n) => [names[n]!, value])));

const decided = await Promise.all(
  claims.map(async (claim) => {
    const run = await client.runs.startAndWait('kyc', claim, { idempotencyKey: `claim-${claim['id']}` });
    return {
      claim: claim['id'],
      run: run.id,
      decision: run.decision,
      reasons: run.reasons.map(({ code }) => code),
    };
  }),
);
for (const one of decided) process.stdout.write(`${JSON.stringify(one)}\n`);
