// npm start: installs what is missing, then continues under Node 24 in src/provision/main.ts.
import { install, node, run, SIGNALS } from './bootstrap.mjs';

await install();
const code = await run(node(), ['src/provision/main.ts', ...process.argv.slice(2)], {
  // In a session of its own, the terminal's Ctrl-C reaches it once, through this process, and never half of its processes.
  detached: true,
  // The channel closes when this process is killed outright, which tells the other one to stop.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  started: (child) => {
    for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  },
});
process.exit(code);
