import { readFileSync, writeFileSync } from 'node:fs';
import { readContract } from './lib/clients/contract.ts';
import { pythonTypes } from './lib/clients/python.ts';
import { pythonErrors, pythonOperations } from './lib/clients/python-operations.ts';
import { typescriptOperations, typescriptTypes } from './lib/clients/typescript.ts';

// Writes the types and operations of both clients from the contract. With --check, only reports files that are out of date.
const contract = readContract();
const files = {
  'clients/typescript/src/generated/types.ts': typescriptTypes(contract),
  'clients/typescript/src/generated/operations.ts': typescriptOperations(contract),
  'clients/python/pramaan/types.py': pythonTypes(contract),
  'clients/python/pramaan/_operations.py': pythonOperations(contract),
  'clients/python/pramaan/problems.py': pythonErrors(),
};

const current = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const changed = Object.entries(files).filter(([path, text]) => current(path) !== text);
if (process.argv.includes('--check')) {
  for (const [path] of changed) console.error(`${path} does not match the contract: npm run client-types`);
  process.exitCode = changed.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of changed) writeFileSync(path, text);
}
