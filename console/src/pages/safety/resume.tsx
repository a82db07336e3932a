import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { admin } from '../../api/admin.ts';
import { ApiError } from '../../api/call.ts';
import { useAct } from '../../api/hooks.ts';
import { onSubmit, textIn } from '../../parts/form.ts';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';

/** Returns the review that asks a second person; undefined for any other error. */
const reviewIn = (error: unknown): string | undefined =>
  error instanceof ApiError && error.problem.type?.endsWith('second-person-needed') === true
    ? /\brev_[0-9a-z]+/.exec(error.message)?.[0]
    : undefined;

/** Resumes a scope with a reason, or leads to the review in which somebody else agrees. */
export const Resume = ({ scope, label }: { readonly scope: string; readonly label: string }) => {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  const resume = useAct(
    async (reason: string, idempotencyKey) =>
      admin.setSwitch({ body: { scope, action: 'resume', reason }, idempotencyKey }),
    ['switches'],
  );
  const review = reviewIn(resume.error);
  if (review !== undefined)
    return (
      <p role="status">
        {t('safety.second')} <Link href={`/reviews/${review}`}>{t('safety.openReview')}</Link>
      </p>
    );
  if (!isAsking)
    return (
      <button type="button" aria-label={`${t('safety.resume')}: ${label}`} onClick={() => setAsking(true)}>
        {t('safety.resume')}
      </button>
    );
  return (
    <form
      aria-label={`${t('safety.resume')}: ${label}`}
      onSubmit={onSubmit((form) => resume.mutate(textIn(form, 'reason') ?? ''))}
    >
      <label>
        <span>{t('safety.reason')}</span>
        <input name="reason" required maxLength={500} autocomplete="off" />
      </label>
      {resume.isError && <Failure error={resume.error} />}
      <div class="row">
        <button type="submit" class="main" disabled={resume.isPending}>
          {t('safety.resume')}
        </button>
        <button type="button" onClick={() => setAsking(false)}>
          {t('part.no')}
        </button>
      </div>
    </form>
  );
};
