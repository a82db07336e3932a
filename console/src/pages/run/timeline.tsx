import type { getRun } from '../../../../src/contract/operations/runs.ts';
import type { Reply } from '../../api/call.ts';
import { Badge } from '../../parts/badge.tsx';
import { FullTime } from '../../parts/time.tsx';
import { useWords } from '../../words/index.tsx';

/** The steps of a run in order, with what each of them did. */
export const Timeline = ({ steps }: { readonly steps: Reply<typeof getRun>['steps'] }) => {
  const { t } = useWords();
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{t('run.timeline')}</h2>
      <ol class="plain">
        {steps.map(({ n, action, status, summary, at }) => (
          <li key={n}>
            <div class="row">
              <strong>{action}</strong>
              <Badge kind="step" code={status} />
              {at !== null && (
                <span class="quiet">
                  <FullTime iso={at} />
                </span>
              )}
            </div>
            {summary}
          </li>
        ))}
      </ol>
    </section>
  );
};
