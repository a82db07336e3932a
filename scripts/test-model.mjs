// Implements `npm run test:model`: runs an agent task, an analysis and a live run with a small real model on this machine.
import { install, node, run } from './bootstrap.mjs';

await install();
const prepared = await run(node(), ['src/provision/prepare.ts'], { detached: true, started: forwardSignals });
if (prepared !== 0) process.exit(prepared);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/configs/model.config.ts'];
process.exit(
  await run(node(), [...vitest, ...process.argv.slice(2)], { detached: true, started: forwardSignals }),
);

function forwardSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill(signal));
}
