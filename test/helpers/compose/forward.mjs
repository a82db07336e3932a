// Forwards connections from a socket file to a port on the loopback of the network namespace that this process is in.
// Ends with its parent, whose pipe is its standard input.
import { connect, createServer } from 'node:net';

const [socket, port] = process.argv.slice(2);
createServer((client) => {
  const upstream = connect(Number(port), '127.0.0.1');
  client.pipe(upstream).pipe(client);
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ])
    one.on('error', () => undefined).once('close', () => other.destroy());
}).listen(socket);
process.stdin.resume().once('end', () => process.exit());
