// Implements `npm start`: installs missing packages, and then continues under Node 24 in src/provision/main.ts.
import { install, node, run, SIGNALS } from './bootstrap.mjs';

await install();
const code = await run(node(), ['src/provision/main.ts', ...process.argv.slice(2)], {
  // Runs in a separate session, so that the terminal's Ctrl-C reaches it exactly once, through this process, and never reaches
  // only some of its processes.
  detached: true,
  // If this process is killed, the channel closes, which tells the other process to stop.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  started: (child) => {
    for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  },
});
process.exit(code);
