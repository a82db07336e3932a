// npm start: installs what is missing, then goes on under Node 24 in src/provision/main.ts.
import { install, node, run, SIGNALS } from './bootstrap.mjs';

await install();
const code = await run(node(), ['src/provision/main.ts', ...process.argv.slice(2)], {
  // A session of its own: the terminal's Ctrl-C then reaches it once, through here, and never half of what it started.
  detached: true,
  // The channel closes when this process is killed outright, and tells the other to stop.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  started: (child) => {
    for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  },
});
process.exit(code);
