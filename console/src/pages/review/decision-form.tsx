import { useState } from 'preact/hooks';
import type { decideReview } from '../../../../src/contract/operations/reviews.ts';
import type { ReviewOption } from '../../../../src/contract/review.ts';
import type { Given } from '../../api/call.ts';
import { useAct } from '../../api/hooks.ts';
import { api } from '../../api/operations.ts';
import { useKeepReview } from '../../api/queries.ts';
import { changedArguments } from './arguments.ts';
import { onSubmit, textIn } from '../../parts/form.ts';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';

/** Options that require a reason, because somebody else reads it. */
const EXPLAINED: ReadonlySet<ReviewOption> = new Set(['reject', 'send_back', 'deny']);

type Decision = NonNullable<Given<typeof decideReview>['body']>;

/**
 * The form for a decision and its reason. A refusal by the API appears above the button, and everything that
 * was typed stays.
 */
export const DecisionForm = ({
  id,
  options,
  given,
  isClaim,
}: {
  readonly id: string;
  readonly options: readonly ReviewOption[];
  /** Arguments of the call that the review asks about. */
  readonly given: Readonly<Record<string, unknown>> | undefined;
  /** Whether an approval may pay a part of a claim. */
  readonly isClaim: boolean;
}) => {
  const { t, name } = useWords();
  const keep = useKeepReview();
  const [chosen, setChosen] = useState<ReviewOption>();
  const [written, setWritten] = useState(() => JSON.stringify(given, null, 2));
  const isChangeable = given !== undefined && chosen === 'approve';
  const changed = isChangeable ? changedArguments(written, given) : undefined;
  const decide = useAct(async (body: Decision, idempotencyKey) => {
    const review = await api.decideReview({ params: { id }, body, idempotencyKey });
    await keep(review);
  });
  const submit = onSubmit((form) => {
    const documents = textIn(form, 'documents')
      ?.split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    decide.mutate({
      option: chosen!,
      reason: textIn(form, 'reason') ?? undefined,
      note: textIn(form, 'note') ?? undefined,
      approved_amount: textIn(form, 'approved_amount')?.replaceAll(/[₹,\s]/g, ''),
      ...(changed != null && { arguments: changed }),
      ...(chosen === 'send_back' && documents !== undefined && { documents }),
    });
  });
  return (
    <form onSubmit={submit}>
      <fieldset>
        <legend>{t('review.option')}</legend>
        {options.map((option) => (
          <label key={option} class="beside">
            <input
              type="radio"
              name="option"
              required
              value={option}
              checked={chosen === option}
              data-shortcut={option === options[0] ? 'approve' : undefined}
              onChange={() => setChosen(option)}
            />
            <span>{name('option', option)}</span>
          </label>
        ))}
      </fieldset>
      {isClaim && chosen === 'approve' && (
        <label>
          <span>{t('review.amount')}</span>
          <input
            name="approved_amount"
            inputMode="decimal"
            pattern="[₹\s]*[0-9,]+([.][0-9]{1,2})?\s*"
            autocomplete="off"
          />
        </label>
      )}
      <label>
        <span>{t('review.reason')}</span>
        <textarea
          name="reason"
          maxLength={1_000}
          required={chosen !== undefined && EXPLAINED.has(chosen)}
          aria-describedby="reason-help"
        />
      </label>
      <span id="reason-help" class="quiet">
        {t('review.reasonHelp')}
      </span>
      {isChangeable && (
        <>
          <label>
            <span>{t('review.arguments')}</span>
            <textarea
              class="code"
              value={written}
              spellcheck={false}
              aria-describedby="arguments-help"
              aria-invalid={changed === null}
              onInput={({ currentTarget }) => setWritten(currentTarget.value)}
            />
          </label>
          <span id="arguments-help" class={changed === null ? 'bad' : 'quiet'}>
            {t(changed === null ? 'review.argumentsFault' : 'review.argumentsHelp')}
          </span>
        </>
      )}
      {chosen === 'send_back' && (
        <label>
          <span>{t('review.documents')}</span>
          <textarea name="documents" />
        </label>
      )}
      <label>
        <span>{t('review.note')}</span>
        <textarea name="note" maxLength={2_000} aria-describedby="note-help" />
      </label>
      <span id="note-help" class="quiet">
        {t('review.noteHelp')}
      </span>
      {decide.isError && <Failure error={decide.error} />}
      <div>
        <button type="submit" class="main" disabled={decide.isPending || changed === null}>
          {t('review.send')}
        </button>
      </div>
    </form>
  );
};
