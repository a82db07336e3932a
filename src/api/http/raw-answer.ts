import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ProblemCode } from '../../contract/problem.ts';
import { newId } from '../../ids.ts';
import { ProblemError } from './problem.ts';

/** Sends a problem on a socket that no middleware handles, and closes the socket. */
export const endWithProblem = (
  socket: Duplex,
  code: ProblemCode,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const problem = new ProblemError(code);
  const requestId = newId('req');
  const body = JSON.stringify(problem.render(requestId));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? 'Refused'}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: no-store',
      ...lines,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
};
