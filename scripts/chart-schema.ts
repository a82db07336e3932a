import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chartSchema } from './lib/chart-schema.ts';

const PATH = fileURLToPath(new URL('../deploy/helm/values.schema.json', import.meta.url));
const text = `${JSON.stringify(chartSchema(), null, 2)}\n`;

// Writes the schema of the chart's values from the settings of src/config.ts, or with --check compares the two.
if (!process.argv.includes('--check')) writeFileSync(PATH, text);
else if (readFileSync(PATH, 'utf8') !== text) {
  process.stderr.write(
    'deploy/helm/values.schema.json differs from src/config.ts: node scripts/chart-schema.ts\n',
  );
  process.exitCode = 1;
}
