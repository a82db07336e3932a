import type { Socket } from 'node:net';
import { systemNetwork } from '../../desktop/egress-proxy/index.ts';
import { exchange as exchangeOutside } from '../../outbound/exchange.ts';
import { type OutboundAnswer, OutboundError, type OutboundRequest } from '../../outbound/request.ts';
import { locate, refusalOf, type Surroundings } from '../common/address.ts';
import { ConnectorError } from '../common/errors.ts';

export type HttpRequest = OutboundRequest;
export type HttpAnswer = OutboundAnswer;

/** Largest answer that is read. A record is a few hundred bytes. */
const MAX_ANSWER = 262_144;

type Options = Surroundings & { readonly timeoutMs: number };

/**
 * Makes one HTTP call to an address that a team chose.
 * @throws ConnectorError if no complete answer arrived in time, or it is a redirect
 */
export const exchange = async (sent: HttpRequest, options: Options): Promise<HttpAnswer> => {
  const refusal = refusalOf(sent.url, options);
  if (refusal !== undefined)
    throw new ConnectorError('address_refused', `The address ${refusal}.`, { mayHaveArrived: false });
  try {
    return await exchangeOutside(sent, {
      timeoutMs: options.timeoutMs,
      dial: async (place) => dial(place, options),
      mostBytes: MAX_ANSWER,
      refusesLonger: true,
    });
  } catch (error) {
    throw error instanceof OutboundError ? failureOf(error, options) : error;
  }
};

const dial = async (
  place: { readonly host: string; readonly port: number },
  options: Options,
): Promise<Socket> => {
  const until = AbortSignal.timeout(options.timeoutMs);
  for (const { address, port } of await locate(place, options)) {
    try {
      return await systemNetwork.dial(address, port, until);
    } catch {
      // The next address may answer.
    }
  }
  throw new ConnectorError('unreachable', 'No server accepts connections there.', { mayHaveArrived: false });
};

const failureOf = (
  { code, mayHaveArrived, status }: OutboundError,
  { timeoutMs }: Options,
): ConnectorError => {
  const words = {
    timed_out: `No complete answer within ${timeoutMs} ms.`,
    redirected: `The system redirected (${status}), which is not followed.`,
    closed_early: 'The connection ended before a complete answer arrived.',
    too_large: `The answer is larger than ${MAX_ANSWER} bytes.`,
    tls_failed: 'No TLS connection: the certificate of the server, or of this client, was not accepted.',
  };
  return new ConnectorError(code, words[code], { mayHaveArrived });
};
