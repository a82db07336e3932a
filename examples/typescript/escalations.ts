// Receives webhooks, and prints why a claim needs a person.
//   WEBHOOK_SECRET=whsec_… PORT=8080 node examples/typescript/escalations.ts
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createClient, ForgedError, verifyWebhook } from '../../clients/typescript/src/index.ts';

const {
  PRAMAAN_URL: url = '',
  PRAMAAN_KEY: key = '',
  WEBHOOK_SECRET: secret = '',
  PORT = '8080',
} = process.env;
const client = createClient({ url, key });
const seen = new Set<string>(); // in production: a table with the webhook-id as its key

const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await buffer(request); // the bytes as they came
  try {
    const { id, event } = await verifyWebhook({ body, headers: request.headers, keys: [secret] });
    response.writeHead(204).end(); // first, because the service waits 15 seconds at most
    if (seen.has(id) || event.type !== 'run.escalated') return;
    seen.add(id);
    const run = await client.runs.get(String(event.data['run_id']));
    process.stdout.write(`${JSON.stringify({ case: run.case_id, reasons: run.reasons })}\n`);
  } catch (error) {
    if (!response.headersSent) response.writeHead(error instanceof ForgedError ? 400 : 500).end();
  }
};

createServer((request, response) => void receive(request, response)).listen(Number(PORT), '127.0.0.1', () =>
  process.stderr.write('listening\n'),
);
