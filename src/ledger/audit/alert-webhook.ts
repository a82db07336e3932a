import { createHmac } from 'node:crypto';
import { parseSecret, signedHeaders } from '../../store/webhooks/sign.ts';
import type { Alert } from './alert.ts';

const REQUEST_MS = 5_000;

/** `sha256` sends the body and X-Pramaan-Signature of releases before Standard Webhooks, beside its headers. */
export type WebhookSignature = 'standard' | 'sha256';

export interface AlertWebhookSettings {
  readonly url: string;
  readonly secret?: string | undefined;
  readonly signature?: WebhookSignature | undefined;
}

/** Returns the headers that sign a body that goes to an address of the settings. */
export const headersFor = (
  { secret, signature }: Omit<AlertWebhookSettings, 'url'>,
  message: { readonly id: string; readonly body: string },
): Readonly<Record<string, string>> => {
  const secrets = secret === undefined ? [] : [parseSecret(secret)];
  const hmac =
    secret !== undefined && signature === 'sha256'
      ? createHmac('sha256', secret).update(message.body).digest('hex')
      : undefined;
  return {
    'content-type': 'application/json',
    ...signedHeaders(secrets, { ...message, timestamp: Math.floor(Date.now() / 1_000) }),
    ...(hmac !== undefined && { 'x-pramaan-signature': `sha256=${hmac}` }),
  };
};

/**
 * Posts an alert to the address of the settings. An alert names rows and reasons, but never includes a row's content. The
 * administrator chose the address, so it may be a private one.
 * @param id the `webhook-id`, the same for each attempt
 * @returns the status of the response, which may be an error
 * @throws the network's error, also if the response is a redirect
 */
export const postAlert = async (
  settings: AlertWebhookSettings,
  alert: Alert,
  id: string,
): Promise<number> => {
  const type = 'ledger.alert';
  const body = JSON.stringify(
    settings.signature === 'sha256'
      ? { event: type, ...alert }
      : { type, timestamp: alert.found_at, data: alert },
  );
  const response = await fetch(settings.url, {
    method: 'POST',
    body,
    headers: headersFor(settings, { id, body }),
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  await response.body?.cancel();
  return response.status;
};
