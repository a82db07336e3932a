// Runs a process with its own sandboxes, for tests that kill it: node sandbox-owner.ts <engine> <database> <installation>
import { createPool } from '../../src/store/db/client.ts';
import { newId } from '../../src/ids.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { createImages } from '../../src/sandbox/images.ts';
import { createLeaseStore, createSandboxHost } from '../../src/sandbox/index.ts';
import { readFileSync } from 'node:fs';

const [engine = '', database = '', installation = ''] = process.argv.slice(2);
const docker = connectContainerEngine(engine);
const images = createImages({ docker });
const host = createSandboxHost({
  docker,
  runtime: 'runc',
  image: async (profile) => images.ensure(profile === 'bash' ? 'bash' : 'python'),
  seccomp: readFileSync(new URL('../../images/sandbox/seccomp.json', import.meta.url), 'utf8'),
  installation,
  leases: createLeaseStore({ pool: createPool(database), host: 'here', owner: newId('act'), ttlMs: 2_000 }),
  log: { info: () => undefined, warn: () => undefined },
  pool: {
    depth: { python: { min: 2, max: 2 }, data: { min: 0, max: 0 }, bash: { min: 0, max: 0 } },
    maxContainers: 6,
    concurrentStarts: 2,
  },
  beatMs: 500,
});
const wish = { profile: 'python', teamId: 'team_a', run: 'run-1', lifetimeMs: 60_000 } as const;
const job = { language: 'bash', code: 'while true; do echo on; sleep 0.1; done', timeoutMs: 60_000 } as const;
const first = await host.open(wish);
process.stdout.write('open\n');
void first.run(job);
for (;;) await host.runOnce(wish, { ...job, code: 'echo short' });
