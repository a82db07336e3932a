import type { DesktopHost } from '../../desktop/index.ts';
import { scopesOf } from '../../governance/suspension/scopes.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Db } from '../../store/db/client.ts';
import { suspendedScope } from '../../store/switches/suspended.ts';
import type { SuspensionWatch } from '../../store/switches/watch.ts';

/** How often the desktops of this host are looked up. A notification freezes them at once, but it may be lost. */
const EVERY_MS = 2_000;

const FREEZES: ReadonlySet<string> = new Set(['all', 'operators']);

/** Freezes the desktops of teams that have suspended their operators, and thaws them afterwards. */
export const freezeDesktops = ({
  db,
  desktops,
  suspensions,
  log,
}: {
  readonly db: Db;
  readonly desktops: Pick<DesktopHost, 'atWork'>;
  readonly suspensions: SuspensionWatch;
  readonly log: Logger;
}): (() => void) => {
  const look = async (): Promise<void> => {
    const frozen = new Map<string, boolean>();
    for (const desktop of desktops.atWork()) {
      const { teamId } = desktop;
      const known = frozen.get(teamId) ?? (await isFrozen(db, teamId));
      frozen.set(teamId, known);
      if (known) desktop.freeze();
      else desktop.thaw();
    }
  };
  const lookSafely = (): void =>
    void look().catch((error: unknown) => log.warn({ error }, 'suspended desktops could not be looked up'));
  const stopListening = suspensions.onAct(({ team_id, scope, action }) => {
    if (!FREEZES.has(scope)) return;
    if (action === 'resume') return lookSafely();
    for (const desktop of desktops.atWork()) if (desktop.teamId === team_id) desktop.freeze();
  });
  const timer = setInterval(lookSafely, EVERY_MS);
  return () => {
    clearInterval(timer);
    stopListening();
  };
};

/** A suspension of the model alone does not freeze a desktop, because a person may be in control of it. */
const isFrozen = async (db: Db, teamId: string): Promise<boolean> => {
  const scopes = scopesOf.operator.filter((scope) => FREEZES.has(scope));
  return (await suspendedScope(db, teamId, scopes)) !== undefined;
};
