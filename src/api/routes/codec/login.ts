import { codecLogin, codecLoginPage } from '../../../contract/operations/codec.ts';
import { actorOf, codecSignedIn } from '../../../ledger/index.ts';
import { callerOfKey } from '../../auth/authenticate.ts';
import { startSession } from '../../auth/codec-session.ts';
import { type Reply, route } from '../../services/route.ts';
import { page } from './page.ts';

const html = (status: number, message: string, headers: Record<string, string> = {}): Reply => ({
  status,
  body: page(message),
  type: 'text/html',
  headers: {
    'Content-Security-Policy':
      "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    ...headers,
  },
});

export const codecLoginPageRoute = route(codecLoginPage, async () =>
  html(200, 'Enter a key with the scope "codec" to see payloads in the Web UI.'),
);

export const codecLoginRoute = route(codecLogin, async ({ body, requestId, address }, services) => {
  const caller = await callerOfKey(services, body.key.trim(), address);
  if (caller === undefined) return html(401, 'This key is not valid.');
  if (!caller.scopes.has('codec')) return html(403, 'This key lacks the scope "codec".');
  const { teamId: team_id, keyId: key_id, keyPrefix: key_prefix } = caller;
  await services.ledger.append(codecSignedIn({ teamId: team_id, actor: actorOf(caller, requestId) }));
  services.log.info({ request_id: requestId, team_id, key_id, key_prefix }, 'codec session started');
  return html(200, 'Signed in for an hour. Reload the Web UI.', {
    'Set-Cookie': startSession(services, caller.keyId),
  });
});
