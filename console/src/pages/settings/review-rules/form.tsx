import { admin } from '../../../api/admin.ts';
import { useAct, useMay } from '../../../api/hooks.ts';
import { onSubmit, textIn } from '../../../parts/form.ts';
import { Failure } from '../../../parts/states.tsx';
import { useWords } from '../../../words/index.tsx';
import type { Changed, Policy } from './policy.ts';

const REQUIRED = ['due_minutes', 'remind_minutes', 'expire_minutes', 'ask_minutes'] as const;
const OPTIONAL = ['four_eyes_above', 'sample_one_in'] as const;

const numberIn = (form: FormData, name: string): number | null => {
  const text = textIn(form, name);
  return text === null ? null : Number(text);
};

const changed = (form: FormData, { ask }: Policy): Changed => ({
  four_eyes_above: numberIn(form, 'four_eyes_above'),
  due_minutes: Number(form.get('due_minutes')),
  remind_minutes: Number(form.get('remind_minutes')),
  expire_minutes: Number(form.get('expire_minutes')),
  ask_minutes: Number(form.get('ask_minutes')),
  sample_one_in: numberIn(form, 'sample_one_in'),
  ask_submitter: form.get('ask_submitter') !== null,
  ask,
});

/** The times and numbers of the rules. */
export const PolicyForm = ({ policy }: { readonly policy: Policy }) => {
  const { t } = useWords();
  const mayChange = useMay()('admin');
  const save = useAct(async (body: Changed) => admin.setReviewPolicy({ body }), ['review-policy']);
  return (
    <form onSubmit={onSubmit((form) => save.mutate(changed(form, policy)))}>
      {[...OPTIONAL, ...REQUIRED].map((field) => (
        <label key={field}>
          <span>{t(`settings.${field}`)}</span>
          <input
            name={field}
            type="number"
            min={0}
            readOnly={!mayChange}
            required={(REQUIRED as readonly string[]).includes(field)}
            defaultValue={policy[field] ?? ''}
          />
        </label>
      ))}
      <label class="beside">
        <input
          name="ask_submitter"
          type="checkbox"
          disabled={!mayChange}
          defaultChecked={policy.ask_submitter}
        />
        <span>{t('settings.ask_submitter')}</span>
      </label>
      {save.isError && <Failure error={save.error} />}
      {save.isSuccess && <p role="status">{t('part.saved')}</p>}
      {mayChange && (
        <div>
          <button type="submit" class="main" disabled={save.isPending}>
            {t('part.save')}
          </button>
        </div>
      )}
    </form>
  );
};
