// Runs one of several processes that append at the same time. Arguments: connection URL, process number, number of entries,
// number of writers, team ids. Exits with code 1 if an append was refused.
import { createPool } from '../../src/store/db/client.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { sampleEntry } from './ledger-entries.ts';

const [url = '', name = '', count = '0', writers = '1', ...teams] = process.argv.slice(2);
const pool = createPool(url, { max: 4 });
const ledger = createLedger({ pool });
let next = 0;
const write = async (): Promise<void> => {
  while (next < Number(count)) {
    const step = next;
    next += 1;
    // Every second entry goes to the first team, so that one chain is hot and batches span many teams.
    const team = teams[step % 2 === 0 ? 0 : (step >> 1) % teams.length] ?? '';
    await ledger.append(sampleEntry(team, `${name}x${step >> 3}`, step));
  }
};
await Promise.all(Array.from({ length: Number(writers) }, write));
await ledger.close();
await pool.end();
