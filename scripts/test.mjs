// Implements `npm test`: installs missing packages, and then runs all tests against a real Postgres and a real Temporal under
// Node 24. Arguments are passed to vitest: npm test -- test/ledger, npm test -- --coverage
import { install, node, run } from './bootstrap.mjs';

await install();
const options = { detached: true, started: forwardSignals };
const prepared = await run(node(), ['src/provision/prepare.ts'], options);
if (prepared !== 0) process.exit(prepared);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)];
process.exit(await run(node(), vitest, options));

/**
 * Forwards each signal only once, because npm and the terminal both signal this process. vitest needs the signal to stop the
 * services that it has started.
 */
function forwardSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill(signal));
}
