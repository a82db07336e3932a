import type { Send } from '../../activities/webhooks/index.ts';
import type { Config } from '../../config.ts';
import { type Alert, type AlertHook, alertKey } from '../../ledger/audit/alert.ts';
import { type AlertWebhookSettings, postAlert } from '../../ledger/audit/alert-webhook.ts';
import { eventIdOf } from '../../store/outbox/emit.ts';
import { addEventFor } from '../../store/webhooks/deliveries.ts';
import { ensureConfiguredEndpoint } from '../../store/webhooks/endpoints.ts';
import { NotAcknowledgedError } from '../../webhooks/post.ts';
import type { WorkerParts } from '../parts.ts';

/** Id of the endpoint that stands for LEDGER_ALERT_WEBHOOK. The database does not contain its address or its secret. */
const ENDPOINT = 'wh_ledgeralert';

const settingsOf = (config: Config): AlertWebhookSettings | undefined => {
  const {
    LEDGER_ALERT_WEBHOOK: url,
    LEDGER_ALERT_SECRET: secret,
    LEDGER_WEBHOOK_SIGNATURE: signature,
  } = config;
  return url === undefined ? undefined : { url, secret, signature };
};

/**
 * Creates the hook for LEDGER_ALERT_WEBHOOK. It posts an alert at once, without the database, which may be what is damaged. If that
 * fails, the alert is delivered like any other event, with tries over three days.
 */
export const createAlertHook = async ({ config, db }: WorkerParts): Promise<AlertHook | undefined> => {
  const settings = settingsOf(config);
  await ensureConfiguredEndpoint(db, ENDPOINT, settings !== undefined);
  if (settings === undefined) return undefined;
  return async (alert) => {
    const id = eventIdOf(alert.team_id, 'ledger.alert', `${ENDPOINT}/${alertKey(alert)}`);
    const status = await postAlert(settings, alert, id).catch(() => null);
    if (status !== null && status < 300) return;
    await db.transaction().execute(async (tx) => {
      await addEventFor(tx, ENDPOINT, {
        id,
        teamId: alert.team_id,
        type: 'ledger.alert',
        ids: { ...alert },
      });
    });
  };
};

/** Returns the senders for endpoints of the settings. */
export const configuredSenders = (config: Config): Readonly<Record<string, Send>> => {
  const settings = settingsOf(config);
  if (settings === undefined) return {};
  return {
    [ENDPOINT]: async ({ event_id, ids }) => {
      const status = await postAlert(settings, ids as unknown as Alert, event_id).catch(() => {
        throw new NotAcknowledgedError('unreachable');
      });
      if (status >= 300) throw new NotAcknowledgedError('status', status);
      return status;
    },
  };
};
