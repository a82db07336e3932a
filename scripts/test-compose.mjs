// Implements `npm run test:compose`: starts the whole docker-compose.yml on a container engine and network of
// its own.
import { install, node, run } from './bootstrap.mjs';

await install();
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/configs/compose.config.ts'];
process.exit(
  await run(node(), [...vitest, ...process.argv.slice(2)], { detached: true, started: forwardSignals }),
);

function forwardSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill(signal));
}
