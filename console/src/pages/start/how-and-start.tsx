import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import { ChooseHow, type How } from './how.tsx';

/** The end of each form: how the run works, why it could not start, and the button. */
export const HowAndStart = ({
  how,
  onChange,
  started,
  isLive = true,
}: {
  readonly how: How;
  readonly onChange: (how: How) => void;
  readonly started: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown };
  /** Whether the vertical has live runs. */
  readonly isLive?: boolean;
}) => {
  const { t } = useWords();
  return (
    <>
      {isLive && <ChooseHow how={how} onChange={onChange} />}
      {started.isError && <Failure error={started.error} />}
      <div>
        <button type="submit" class="main" disabled={started.isPending}>
          {t('start.start')}
        </button>
      </div>
    </>
  );
};
