import { useState } from 'preact/hooks';
import type { OperatorRunBody } from '../../../../src/contract/operator.ts';
import { useWords } from '../../words/index.tsx';

type Asked = NonNullable<OperatorRunBody['pending_approval']>;

/** An answer in the form that the API accepts. */
export interface Given {
  readonly id: string;
  readonly approve: boolean;
  readonly answer?: string;
}

/** The inputs for a question's answer: a text field, its options, or yes and no. */
export const Answers = ({
  asked,
  isPending,
  give,
}: {
  readonly asked: Asked;
  readonly isPending: boolean;
  readonly give: (given: Given) => void;
}) => {
  const { t } = useWords();
  const [text, setText] = useState('');
  const { id, wants, options } = asked;
  const yes = (answer?: string): void => give({ id, approve: true, ...(answer !== undefined && { answer }) });
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (wants === 'text') yes(text.trim());
        else yes();
      }}
    >
      {wants === 'text' && (
        <label>
          {t('operators.yourAnswer')}{' '}
          <input
            required
            maxLength={4_000}
            autocomplete="off"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
      )}
      {options?.map((option) => (
        <button key={option} type="button" disabled={isPending} onClick={() => yes(option)}>
          {option}
        </button>
      ))}
      {wants !== 'choice' && (
        <button type="submit" class="main" disabled={isPending}>
          {t(YES[wants])}
        </button>
      )}
      <button type="button" disabled={isPending} onClick={() => give({ id, approve: false })}>
        {t(wants === 'approval' ? 'operators.refuse' : 'operators.decline')}
      </button>
    </form>
  );
};

const YES = {
  approval: 'operators.approve',
  text: 'operators.send',
  take_over: 'operators.finishedTakeOver',
} as const;
