import { useState } from 'preact/hooks';
import type { ConnectorBody } from '../../../../../src/contract/connector.ts';
import type { testConnector } from '../../../../../src/contract/operations/connectors.ts';
import { admin } from '../../../api/admin.ts';
import type { Given } from '../../../api/call.ts';
import { useAct } from '../../../api/hooks.ts';
import { onSubmit, textIn } from '../../../parts/form.ts';
import { jsonObject } from '../../../parts/json-object.ts';
import { Failure } from '../../../parts/states.tsx';
import { Value } from '../../../parts/value.tsx';
import { useWords } from '../../../words/index.tsx';

type Wanted = NonNullable<Given<typeof testConnector>['body']>;

/** Tries a connector with one real call, or with an event that starts no run. */
export const Test = ({ connector: { name, serves } }: { readonly connector: ConnectorBody }) => {
  const { t } = useWords();
  const isInbound = serves === 'cases';
  const [isWrong, setWrong] = useState(false);
  const test = useAct(
    async (body: Wanted) => admin.testConnector({ params: { name }, body }),
    ['connectors'],
  );
  const outcome = test.data;
  const submit = onSubmit((form) => {
    const key = textIn(form, 'key') ?? '';
    const event = isInbound ? jsonObject(key) : undefined;
    setWrong(isInbound && event === undefined);
    if (isInbound && event === undefined) return;
    test.mutate(event === undefined ? { key } : { event });
  });
  return (
    <form onSubmit={submit}>
      <label>
        <span>{t(isInbound ? 'connectors.event' : 'connectors.key')}</span>
        {isInbound ? (
          <textarea name="key" required class="short" rows={4} spellcheck={false} />
        ) : (
          <input name="key" required maxLength={300} autocomplete="off" />
        )}
      </label>
      {isWrong && (
        <p class="failure" role="alert">
          {t('review.argumentsFault')}
        </p>
      )}
      {test.isError && <Failure error={test.error} />}
      {outcome !== undefined &&
        (outcome.ok ? (
          <div role="status">
            <p class="good">{t('connectors.ok', { ms: Math.round(outcome.duration_ms) })}</p>
            {outcome.found === false && <p>{t('connectors.missing')}</p>}
            {outcome.record !== null && (
              <>
                <h3>{t('connectors.found')}</h3>
                <Value value={outcome.record} />
              </>
            )}
          </div>
        ) : (
          <p class="failure" role="alert">
            {t('connectors.failed', { code: outcome.code ?? '', detail: outcome.detail ?? '' })}
          </p>
        ))}
      <div>
        <button type="submit" disabled={test.isPending}>
          {t('connectors.test')}
        </button>
      </div>
    </form>
  );
};
