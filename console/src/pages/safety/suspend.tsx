import { useState } from 'preact/hooks';
import type { setSwitch } from '../../../../src/contract/operations/safety.ts';
import type { SwitchCounts } from '../../../../src/contract/switch.ts';
import { admin } from '../../api/admin.ts';
import type { Given } from '../../api/call.ts';
import { useAct } from '../../api/hooks.ts';
import { useScopeName, useVerticals } from '../../api/verticals.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { fromIst } from '../../parts/ist.ts';
import { useWords } from '../../words/index.tsx';

type Wanted = NonNullable<Given<typeof setSwitch>['body']>;

const SCOPES = ['all', 'payouts', 'model', 'operators', 'code'] as const;

const TOOL = 'tool';

const sumOf = (counts: SwitchCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Suspends work: a scope, a reason, and a second click. */
export const Suspend = () => {
  const { t } = useWords();
  const nameOf = useScopeName();
  const { ids } = useVerticals();
  const [what, setWhat] = useState<string>('all');
  const [tool, setTool] = useState('');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const scope = what === TOOL ? `tool:${tool.trim()}` : what;
  const suspend = useAct(
    async (body: Wanted, idempotencyKey) => admin.setSwitch({ body, idempotencyKey }),
    ['switches'],
  );
  const isComplete = reason.trim() !== '' && (what !== TOOL || tool.trim() !== '');
  const stop = (): void => {
    const end = fromIst(until);
    const ends = end === undefined ? {} : { until: end };
    suspend.mutate(
      { scope, action: 'suspend', reason: reason.trim(), ...ends },
      { onSuccess: () => setReason('') },
    );
  };
  return (
    <section aria-labelledby="suspend">
      <h2 id="suspend">{t('safety.suspend')}</h2>
      <form onSubmit={(event) => event.preventDefault()}>
        <label>
          <span>{t('safety.scope')}</span>
          <select value={what} onChange={({ currentTarget }) => setWhat(currentTarget.value)}>
            {[...SCOPES, ...ids.map((id) => `vertical:${id}`), TOOL].map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        </label>
        {what === TOOL && (
          <label>
            <span>{t('safety.tool')}</span>
            <input value={tool} onInput={({ currentTarget }) => setTool(currentTarget.value)} />
          </label>
        )}
        <label>
          <span>{t('safety.reason')}</span>
          <textarea
            maxLength={500}
            required
            value={reason}
            aria-describedby="stop-help"
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
        <span id="stop-help" class="quiet">
          {t('safety.reasonHelp')}
        </span>
        <label>
          <span>{t('safety.until')}</span>
          <input
            type="datetime-local"
            value={until}
            onInput={({ currentTarget }) => setUntil(currentTarget.value)}
          />
        </label>
        {suspend.isSuccess && reason === '' && (
          <p role="status">{t('safety.stopped', { count: sumOf(suspend.data.counts) })}</p>
        )}
        {isComplete ? (
          <Confirm
            label={t('safety.stop')}
            question={t('safety.stopSure', { scope: what === TOOL ? scope : nameOf(what) })}
            act={{ ...suspend, mutate: stop }}
          />
        ) : (
          <div>
            <button type="button" disabled>
              {t('safety.stop')}
            </button>
          </div>
        )}
      </form>
    </section>
  );
};
