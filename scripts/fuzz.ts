// Fuzzes the running service with schemathesis as two teams, so that it also finds responses that leak data to another team.
// Needs `npm start` in another terminal and schemathesis 4.32 from PyPI.
// To install it: python3 -m venv var/fuzz && var/fuzz/bin/pip install schemathesis==4.32.5
// Usage: node scripts/fuzz.ts [seconds] [path of schemathesis]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { keyRing } from '../src/config.ts';
import { scopes } from '../src/contract/scopes.ts';
import { loadSecrets } from '../src/provision/secrets.ts';
import { KeyRing } from '../src/store/crypto/key-ring.ts';
import { createDatabase, createPool } from '../src/store/db/client.ts';
import { issueKey, revokeKey } from '../src/store/keys/store.ts';
import { ensureTeam } from '../src/store/keys/team.ts';
import { DIGEST_PURPOSE } from '../src/store/records/digest.ts';

const [seconds = '60', program = 'var/fuzz/bin/schemathesis'] = process.argv.slice(2);
const service = JSON.parse(
  readFileSync(join(process.env['PRAMAAN_DATA_DIR'] ?? 'var', 'service.json'), 'utf8'),
) as { url: string; database_url: string };
const pool = createPool(service.database_url, { max: 2 });
const db = createDatabase(pool);
const folder = mkdtempSync(join(tmpdir(), 'pramaan-fuzz-'));

const dataDir = process.env['PRAMAAN_DATA_DIR'] ?? 'var';
const demoRecords = new KeyRing(
  keyRing.parse(process.env['ENCRYPTION_KEYS'] ?? (await loadSecrets(dataDir)).encryption_keys),
  DIGEST_PURPOSE,
);
const keys = await Promise.all(
  ['fuzz-a', 'fuzz-b'].map(async (name) => {
    const team = await ensureTeam(db, { name, demoRecords });
    const { key, record } = await issueKey(db, { teamId: team.id, name: 'fuzz', scopes });
    return { name, key, teamId: team.id, keyId: record.id };
  }),
);
const auth = keys.map(({ name, key }) => ({
  name,
  fixedHeaders: [{ name: 'Authorization', value: `Bearer ${key}` }],
}));
// JSON is valid YAML.
writeFileSync(join(folder, 'auth.yaml'), JSON.stringify({ auth }), { mode: 0o600 });
writeFileSync(
  join(folder, 'schemathesis.toml'),
  '[auth.wfc]\npath = "auth.yaml"\npeers = ["fuzz-a", "fuzz-b"]\n',
);

let failed = false;
for (const path of ['/v1/workforce/openapi.json', '/v1/openapi.json']) {
  const { status } = spawnSync(
    resolve(program),
    [
      'run',
      service.url + path,
      '--checks=all',
      // Made-up cursors, reused Idempotency-Keys and 20-digit numbers match their schemas but are still refused.
      '--exclude-checks=positive_data_acceptance',
      '--continue-on-failure',
      `--max-time=${seconds}`,
    ],
    { cwd: folder, stdio: 'inherit' },
  );
  failed ||= status !== 0;
}

for (const { teamId, keyId } of keys) await revokeKey(db, { teamId, keyId });
await pool.end();
rmSync(folder, { recursive: true });
process.exitCode = failed ? 1 : 0;
