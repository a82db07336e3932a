import { useWords } from '../../../words/index.tsx';
import type { AskRule } from './policy.ts';

/** A rule about calls, in words. */
export const AskRuleText = ({ rule }: { readonly rule: AskRule }) => {
  const { t, name, number, percent, list } = useWords();
  const {
    tools,
    runs = ['live'],
    verticals,
    amount_above: amount,
    risk_at_least: risk,
    confidence_below,
  } = rule;
  return (
    <p>
      {[
        t('asks.text', { tools: list(tools.map((one) => name('tool', one))) }),
        t('asks.inRuns', { runs: list(runs.map((one) => name('askRun', one))) }),
        verticals &&
          t('asks.inVerticals', { verticals: list(verticals.map((one) => name('vertical', one))) }),
        amount !== undefined && t('asks.above', { amount: `₹ ${number(amount)}` }),
        risk && t('asks.risky', { band: name('band', risk) }),
        confidence_below !== undefined && t('asks.unsure', { share: percent(confidence_below) }),
      ]
        .filter((part) => typeof part === 'string')
        .join(' · ')}
    </p>
  );
};
