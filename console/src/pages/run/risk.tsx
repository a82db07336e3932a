import type { RunBody } from '../../../../src/contract/run.ts';
import { useWords } from '../../words/index.tsx';

/** Length of the longest bar, in the bar's own units. */
const FULL = 100;

/** The features of the risk score with their points, heaviest first. The bar only repeats the number. */
export const Risk = ({ risk }: { readonly risk: NonNullable<RunBody['risk']> }) => {
  const { t, name, number } = useWords();
  const features = Object.entries(risk.features).toSorted(([, one], [, other]) => other - one);
  const most = Math.max(1, ...features.map(([, points]) => points));
  return (
    <section aria-labelledby="risk">
      <h2 id="risk">{t('run.risk')}</h2>
      <p>
        {name('band', risk.band)} · {t('run.riskScore', { score: risk.score, rules: risk.rules })}
      </p>
      <ul class="plain bars">
        {features.map(([feature, points]) => (
          <li key={feature}>
            <span>{name('feature', feature)}</span>
            <svg viewBox={`0 0 ${FULL} 4`} preserveAspectRatio="none" aria-hidden="true">
              <rect class="rest" width={FULL} height="4" />
              <rect class="part" width={(FULL * Math.max(0, points)) / most} height="4" />
            </svg>
            <strong>{number(points)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
};
