import { useState } from 'preact/hooks';
import type { OperatorRunBody } from '../../../../src/contract/operator.ts';
import { Badge } from '../../parts/badge.tsx';
import { FullTime } from '../../parts/time.tsx';
import { useWords } from '../../words/index.tsx';
import { lastPictured, Screen } from './screen.tsx';
import { sinceStart } from './since-start.ts';
import { StepRows } from './step-rows.tsx';

type Step = OperatorRunBody['steps'][number];

/** The screen before a step, with what was clicked, and the screen after it. */
const Screens = ({
  run,
  step,
  at,
}: {
  readonly run: OperatorRunBody;
  readonly step: Step;
  readonly at: number;
}) => {
  const { t } = useWords();
  const before = lastPictured(run.steps.slice(0, at));
  const { n, box } = step;
  return (
    <div class="screens">
      {before !== undefined && (
        <figure class="screens">
          <figcaption>{t('operators.screenBefore', { n })}</figcaption>
          <Screen
            key={before.n}
            id={run.run_id}
            step={before}
            says={t(box === null ? 'operators.screenBefore' : 'operators.screenBeforeMarked', { n })}
            box={box}
          />
        </figure>
      )}
      <figure class="screens">
        <figcaption>{t('operators.screenAfter', { n })}</figcaption>
        {step.screenshot_sha256 === null ? (
          <p>{t('operators.noPicture')}</p>
        ) : (
          <Screen key={n} id={run.run_id} step={step} />
        )}
      </figure>
    </div>
  );
};

/** A run step by step: what was done, the screens before and after it, and its ledger rows. The arrow keys move the slider. */
export const Replay = ({ run }: { readonly run: OperatorRunBody }) => {
  const { t, name } = useWords();
  const [chosen, setChosen] = useState<number>();
  const last = run.steps.length - 1;
  const at = Math.min(chosen ?? 0, last);
  const step = run.steps[at];
  if (step === undefined) return null;
  const of = run.steps.length;
  const said = { n: step.n, of, action: step.action, status: name('opstep', step.status) };
  return (
    <section aria-labelledby="replay">
      <h2 id="replay">{t('operators.replay')}</h2>
      <div class="row">
        <button type="button" disabled={at === 0} onClick={() => setChosen(at - 1)}>
          {t('operators.previous')}
        </button>
        <label class="beside">
          <span>{t('operators.step', { n: step.n, of })}</span>
          <input
            type="range"
            min={0}
            max={last}
            value={at}
            aria-valuetext={t('operators.stepSaid', said)}
            onInput={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          />
        </label>
        <button type="button" disabled={at === last} onClick={() => setChosen(at + 1)}>
          {t('operators.next')}
        </button>
      </div>
      <div class="row" role="status">
        <strong>{step.action}</strong>
        <Badge kind="opstep" code={step.status} />
        <span>{step.detail}</span>
        <span class="quiet">
          {t('operators.sinceStart', { time: sinceStart(run.created_at, step.at) })} ·{' '}
          <FullTime iso={step.at} />
        </span>
      </div>
      <div class="beside-page">
        <Screens run={run} step={step} at={at} />
        <div>
          <StepRows run={run} n={step.n} />
        </div>
      </div>
    </section>
  );
};
