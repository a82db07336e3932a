// npm test: installs what is missing, then runs all tests against a real Postgres and a real Temporal under Node 24.
// Arguments go to vitest: npm test -- test/ledger, npm test -- --coverage
import { install, node, run } from './bootstrap.mjs';

await install();
const options = { detached: true, started: forwardSignals };
const prepared = await run(node(), ['src/provision/prepare.ts'], options);
if (prepared !== 0) process.exit(prepared);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)];
process.exit(await run(node(), vitest, options));

/** npm and the terminal both signal this process; vitest, which stops the services that it started, hears it once. */
function forwardSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill(signal));
}
