import { useState } from 'preact/hooks';
import { admin } from '../../../api/admin.ts';
import { useAct, useMay } from '../../../api/hooks.ts';
import { Checks } from '../../../parts/checks.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { checkedIn, onSubmit, textIn } from '../../../parts/form.ts';
import { Failure } from '../../../parts/states.tsx';
import { useWords } from '../../../words/index.tsx';
import { AskRuleText } from './ask-rule-text.tsx';
import { contentOf, type AskRule, type Changed, type Policy } from './policy.ts';

type Tool = AskRule['tools'][number];

const TOOLS = Object.keys({
  run_python: true,
  read_case: true,
  verify_identity: true,
  look_up_records: true,
  score_risk: true,
  run_diagnostics: true,
  state_finding: true,
  call_outside: true,
  apply_fix: true,
  verify_recovery: true,
  decide: true,
  write_record: true,
} satisfies Record<Tool, true>);
const RUNS = ['live', 'task', 'analysis'] as const;
const VERTICALS = ['kyc', 'it', 'support', 'voice'] as const;
const BANDS = ['medium', 'high'] as const;

const numberOf = (form: FormData, name: string): number | undefined => {
  const text = textIn(form, name);
  return text === null ? undefined : Number(text);
};

const ruleIn = (form: FormData): AskRule => {
  const [runs, verticals] = [checkedIn(form, 'runs'), checkedIn(form, 'verticals')];
  const percent = numberOf(form, 'confidence_below');
  const rule = {
    tools: checkedIn(form, 'tools'),
    ...(runs.length > 0 && { runs }),
    ...(verticals.length > 0 && { verticals }),
    amount_above: numberOf(form, 'amount_above'),
    risk_at_least: textIn(form, 'risk_at_least') ?? undefined,
    confidence_below: percent === undefined ? undefined : percent / 100,
  };
  return rule as AskRule;
};

const AddRule = ({
  add,
  isPending,
}: {
  readonly add: (rule: AskRule) => void;
  readonly isPending: boolean;
}) => {
  const { t, name } = useWords();
  const [isEmpty, setEmpty] = useState(false);
  const submit = onSubmit((form) => {
    const rule = ruleIn(form);
    setEmpty(rule.tools.length === 0);
    if (rule.tools.length > 0) add(rule);
  });
  return (
    <details>
      <summary>{t('asks.add')}</summary>
      <form onSubmit={submit}>
        <Checks legend={t('asks.tools')} name="tools" values={TOOLS} nameOf={(one) => name('tool', one)} />
        <Checks legend={t('asks.runs')} name="runs" values={RUNS} nameOf={(one) => name('askRun', one)} />
        <Checks
          legend={t('asks.verticals')}
          name="verticals"
          values={VERTICALS}
          nameOf={(one) => name('vertical', one)}
        />
        <label>
          <span>{t('asks.amount')}</span>
          <input name="amount_above" type="number" min={0} max={1_000_000_000} />
        </label>
        <label>
          <span>{t('asks.risk')}</span>
          <select name="risk_at_least">
            <option value="">{t('asks.anyRisk')}</option>
            {BANDS.map((band) => (
              <option key={band} value={band}>
                {name('band', band)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('asks.confidence')}</span>
          <input name="confidence_below" type="number" min={1} max={100} />
        </label>
        {isEmpty && (
          <p class="failure" role="alert">
            {t('asks.choose')}
          </p>
        )}
        <div>
          <button type="submit" disabled={isPending}>
            {t('asks.save')}
          </button>
        </div>
      </form>
    </details>
  );
};

/** The rules that make calls wait for a person. Adding or removing a rule creates a new version. */
export const AskRules = ({ policy }: { readonly policy: Policy }) => {
  const { t, number } = useWords();
  const mayChange = useMay()('admin');
  const set = useAct(
    async (ask: readonly AskRule[]) =>
      admin.setReviewPolicy({ body: { ...contentOf(policy), ask: [...ask] } satisfies Changed }),
    ['review-policy'],
  );
  return (
    <>
      {policy.ask.length === 0 && <p>{t('asks.none')}</p>}
      <ul class="plain">
        {policy.ask.map((rule, at) => (
          // Each change of the rules draws the whole list again.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <AskRuleText rule={rule} />
            {mayChange && (
              <Confirm
                label={t('asks.remove')}
                about={number(at + 1)}
                question={t('asks.removeSure')}
                act={{ ...set, mutate: () => set.mutate(policy.ask.filter((one) => one !== rule)) }}
              />
            )}
          </li>
        ))}
      </ul>
      {set.isError && <Failure error={set.error} />}
      {mayChange && <AddRule isPending={set.isPending} add={(rule) => set.mutate([...policy.ask, rule])} />}
    </>
  );
};
