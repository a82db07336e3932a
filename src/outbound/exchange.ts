import { type OutboundRequest, type OutboundOptions, type OutboundAnswer, OutboundError } from './request.ts';
import { Call } from './call.ts';

/**
 * Makes one HTTP call to an address that somebody other than the administrator chose. Does not follow
 * redirects.
 * @throws OutboundError, and the errors of `dial`
 */
export const exchange = async (sent: OutboundRequest, options: OutboundOptions): Promise<OutboundAnswer> => {
  const call = new Call(sent, options);
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => deadline.reject(new OutboundError('timed_out', call.isSent)),
    options.timeoutMs,
  );
  try {
    const answer = await Promise.race([call.run(), deadline.promise]);
    if (answer.status >= 300 && answer.status < 400)
      throw new OutboundError('redirected', true, answer.status);
    return answer;
  } finally {
    clearTimeout(timer);
    call.close();
  }
};
