import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../helpers/api.ts';

const RUNS = '/v1/workforce/runs';

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ key } = await api.newTeam());
});

/** Sends bytes unchanged and reads the entire response. */
const raw = async (lines: readonly string[]) => {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
};

const CLOSE = 'Connection: close';
const HOST = 'Host: api.example';

describe('A request that two parsers could read differently', () => {
  it.each([
    [
      'two Authorization headers',
      400,
      [`GET ${RUNS} HTTP/1.1`, HOST, 'Authorization: Bearer a', 'Authorization: Bearer b'],
    ],
    ['two Host headers', 400, ['GET /healthz HTTP/1.1', HOST, 'Host: other.example']],
    ['a missing Host header', 400, ['GET /healthz HTTP/1.1']],
    [
      'two content types',
      400,
      [
        'POST /v1/run HTTP/1.1',
        HOST,
        'Content-Type: application/json',
        'Content-Type: text/plain',
        'Content-Length: 0',
      ],
    ],
    ['an unknown expectation', 417, ['GET /healthz HTTP/1.1', HOST, 'Expect: 200-magic']],
    ['CONNECT', 405, ['CONNECT other.example:443 HTTP/1.1', HOST]],
    ['TRACE', 405, ['TRACE /healthz HTTP/1.1', HOST]],
    ['two lengths', 400, ['POST /v1/run HTTP/1.1', HOST, 'Content-Length: 1', 'Content-Length: 2']],
    [
      'a length and chunks',
      400,
      ['POST /v1/run HTTP/1.1', HOST, 'Content-Length: 1', 'Transfer-Encoding: chunked'],
    ],
    ['a header with a space before its colon', 400, ['GET /healthz HTTP/1.1', HOST, 'X-A : b']],
    ['a method that does not exist', 400, ['FETCH /healthz HTTP/1.1', HOST]],
    ['the preface of HTTP/2', 400, ['PRI * HTTP/2.0']],
    ['bytes that are not HTTP', 400, ['hello']],
    ['a path with half an escape', 401, ['GET /v1/workforce/runs/%E0%A4 HTTP/1.1', HOST]],
    ['OPTIONS for the whole server', 404, ['OPTIONS * HTTP/1.1', HOST]],
  ])('the API refuses %s with a problem and an X-Request-Id', async (_name, status, lines) => {
    const answer = await raw([...lines, CLOSE]);
    expect(answer.status).toBe(status);
    expect(answer.head).toContain('content-type: application/problem+json');
    const id = /x-request-id: (\S+)/.exec(answer.head)?.[1];
    expect(JSON.parse(answer.body)).toMatchObject({ status, request_id: id });
  });

  it('the API accepts HTTP/1.0 without Host and an expectation of 100-continue', async () => {
    expect((await raw(['GET /healthz HTTP/1.0'])).status).toBe(200);
    const lines = [
      `GET ${RUNS} HTTP/1.1`,
      HOST,
      `Authorization: Bearer ${key}`,
      'Expect: 100-continue',
      CLOSE,
    ];
    expect(await raw(lines)).toMatchObject({ status: 100, body: expect.stringContaining('200 OK') });
  });
});
