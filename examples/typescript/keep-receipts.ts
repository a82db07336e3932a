// Keeps the receipts of all finished runs in a folder, and checks each offline before it is kept.
//   node examples/typescript/keep-receipts.ts receipts keys.txt
// keys.txt has the log's public keys, which your administrator gave you on another way than this program uses.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, verifyReceipt } from '../../clients/typescript/src/index.ts';

const { PRAMAAN_URL: url = '', PRAMAAN_KEY: key = '' } = process.env;
const [folder = 'receipts', keyFile = 'keys.txt'] = process.argv.slice(2);
const client = createClient({ url, key });
const keys = readFileSync(keyFile, 'utf8');

mkdirSync(folder, { recursive: true });
await client.call('makeCheckpoint', {}); // so that the newest rows are covered, too
for await (const { id, status } of client.runs.list()) {
  if (status === 'running') continue;
  const { receipt, ledger_ref: ref } = await client.runs.get(id);
  if (receipt === null) continue;
  if (receipt.ledger_ref !== ref) throw new Error(`the receipt for ${ref} is that of ${receipt.ledger_ref}`);
  const { size } = await verifyReceipt(receipt, keys); // throws if anything was changed
  writeFileSync(join(folder, `${ref}.json`), JSON.stringify(receipt));
  process.stdout.write(`${ref}: ${receipt.rows.length} rows, covered by a checkpoint over ${size}\n`);
}
