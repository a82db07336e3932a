// This is the baseline for event-delay: it forwards every database notification to every open connection, and does nothing else.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const open = new Set<ServerResponse>();
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('retry: 2000\n\n');
  open.add(response);
  response.once('close', () => open.delete(response));
});
const client = new pg.Client({ connectionString: process.argv[2] });
await client.connect();
client.on('notification', ({ payload }) => {
  for (const response of open) response.write(`data: ${payload}\n\n`);
});
await client.query('LISTEN bare_stream');
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
