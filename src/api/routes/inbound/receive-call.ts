import { receiveCall } from '../../../contract/operations/inbound.ts';
import type { ConnectorSecrets, ConnectorSettings } from '../../../connectors/common/settings.ts';
import { readEvent } from '../../../connectors/inbound/read.ts';
import { verifySender } from '../../../connectors/inbound/verify.ts';
import { parseJson } from '../../body/json.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../services/route.ts';
import { receive } from './receive.ts';

const FORM = 'application/x-www-form-urlencoded';

/**
 * Reads a query string as the form that Exotel's StatusCallback would have posted, without the secret in it.
 */
const formOf = (search: string): Buffer => {
  const fields = new URLSearchParams(search);
  fields.delete('token');
  return Buffer.from(fields.toString());
};

/**
 * Receives a call of Exotel's Passthru applet, which has no body. Exotel takes the status 200 as a yes, so
 * the call continues in the flow's first branch.
 */
export const receiveCallRoute = route(receiveCall, async (call, services) => {
  const { header, search } = call;
  const body = await receive(call, services, async (connector, onVerified) => {
    const settings = (connector.settings as ConnectorSettings).inbound!;
    // Other senders sign their body, and a GET has none.
    if (settings.shape !== 'exotel.status') throw new ProblemError('not-found');
    const secrets = connector.secretValues as ConnectorSecrets;
    const form = formOf(search);
    const now = new Date();
    const signed = await verifySender({ header, search, body: form }, settings, secrets, now);
    onVerified();
    return readEvent({ body: form, type: FORM, parse: parseJson }, { settings, secrets, signed, now });
  });
  return { status: 200, body };
});
