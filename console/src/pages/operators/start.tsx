import { useLocation } from 'wouter-preact';
import type { startOperatorRun } from '../../../../src/contract/operations/operators.ts';
import type { Risk } from '../../../../src/contract/operator.ts';
import type { Given } from '../../api/call.ts';
import { useAct } from '../../api/hooks.ts';
import { operators } from '../../api/operators.ts';
import { checkedIn, onSubmit, textIn } from '../../parts/form.ts';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';

/**
 * The contract's kinds of actions that can require a person's confirmation. The compiler reports a missing
 * one.
 */
const RISKS = Object.keys({
  submit: true,
  download: true,
  password: true,
} satisfies Record<Risk, true>) as readonly Risk[];

type Wanted = NonNullable<Given<typeof startOperatorRun>['body']>;

const wantedIn = (form: FormData): Wanted => {
  const [url, steps] = [textIn(form, 'url'), textIn(form, 'max_steps')];
  return {
    task: textIn(form, 'task') ?? '',
    confirm: RISKS.filter((risk) => checkedIn(form, 'confirm').includes(risk)),
    ...(url !== null && { url }),
    ...(steps !== null && { max_steps: Number(steps) }),
  };
};

/** Gives an operator a task. */
export const StartOperator = () => {
  const { t, name } = useWords();
  const [, go] = useLocation();
  const start = useAct(async (body: Wanted, idempotencyKey) => operators.start({ body, idempotencyKey }));
  const submit = onSubmit((form) =>
    start.mutate(wantedIn(form), { onSuccess: ({ run_id: id }) => go(`/operators/${id}`) }),
  );
  return (
    <form onSubmit={submit}>
      <label>
        <span>{t('operators.task')}</span>
        <textarea name="task" required maxLength={20_000} />
      </label>
      <label>
        <span>{t('operators.url')}</span>
        <input type="url" name="url" maxLength={2_000} />
      </label>
      <label>
        <span>{t('operators.maxSteps')}</span>
        <input type="number" name="max_steps" min={1} max={500} defaultValue="50" />
      </label>
      <fieldset>
        <legend>{t('operators.confirm')}</legend>
        {RISKS.map((risk) => (
          <label key={risk} class="beside">
            <input type="checkbox" name="confirm" value={risk} />
            <span>{name('oprisk', risk)}</span>
          </label>
        ))}
      </fieldset>
      {start.isError && <Failure error={start.error} />}
      <div>
        <button type="submit" class="main" disabled={start.isPending}>
          {t('operators.start')}
        </button>
      </div>
    </form>
  );
};
