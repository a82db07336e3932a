import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenApi } from '../src/contract/operations/openapi.ts';

// Lints both OpenAPI documents in the form served by the API. They are generated from the contract, so there are no files to
// lint.
const folder = mkdtempSync(join(tmpdir(), 'pramaan-openapi-'));
const paths = (['workforce', 'services'] as const).map((name) => {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(createOpenApi(name, 'http://127.0.0.1:3000')));
  return path;
});
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--config', 'redocly.yaml', ...paths],
  {
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  },
);
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
