import { useMutation } from '@tanstack/preact-query';
import type { TargetedSubmitEvent } from 'preact';
import { useLocation } from 'wouter-preact';
import type { Risk } from '../../../../src/contract/operator.ts';
import { operators } from '../../api/operators.ts';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';

/** The contract's kinds of actions about which a person can be asked. The compiler finds a missing one. */
const RISKS = Object.keys({
  submit: true,
  download: true,
  password: true,
} satisfies Record<Risk, true>) as readonly Risk[];

const textOf = (form: FormData, name: string): string | undefined => {
  const text = form.get(name);
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
};

/** Gives an operator a task. */
export const StartOperator = () => {
  const { t, name } = useWords();
  const [, go] = useLocation();
  const start = useMutation({
    mutationFn: async (form: FormData) => {
      const [url, steps] = [textOf(form, 'url'), textOf(form, 'max_steps')];
      return operators.start({
        body: {
          task: textOf(form, 'task') ?? '',
          confirm: RISKS.filter((risk) => form.getAll('confirm').includes(risk)),
          ...(url !== undefined && { url }),
          ...(steps !== undefined && { max_steps: Number(steps) }),
        },
      });
    },
    onSuccess: ({ run_id: id }) => go(`/operators/${id}`),
  });
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    start.mutate(new FormData(event.currentTarget));
  };
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
