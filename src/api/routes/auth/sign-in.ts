import { signIn } from '../../../contract/operations/auth.ts';
import { ProviderAwayError } from '../../../identity/provider.ts';
import { dependencyAway } from '../../http/problem.ts';
import { type Reply, route } from '../../services/route.ts';
import { page, safePath } from '../../sign-in/pages.ts';
import { keepPending } from '../../sign-in/pending.ts';

export const noProvider = (): Reply =>
  page({
    status: 404,
    title: 'No identity provider',
    text: 'This service has no identity provider. Ask its administrator for a sign-in link: pramaan people link --team … --person …',
  });

export const signInRoute = route(signIn, async ({ query }, { identity, rings, log }) => {
  if (identity === undefined) return noProvider();
  const { provider } = identity;
  const secrets = provider.newSecrets();
  const returnTo = safePath(query.return_to);
  try {
    const address = await provider.signInUrl(secrets);
    return page({
      status: 303,
      title: 'Sign in',
      text: 'Your browser opens the sign-in page of your organisation.',
      next: { href: address, label: 'Sign in' },
      headers: { Location: address, 'Set-Cookie': keepPending(rings.signIn, { ...secrets, returnTo }) },
    });
  } catch (error) {
    if (!(error instanceof ProviderAwayError)) throw error;
    log.warn({ error, error_code: error.message }, 'identity provider unavailable');
    throw dependencyAway('The identity provider');
  }
});
