import { operators } from '../../api/operators.ts';
import { usePicture } from '../../parts/picture.tsx';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';

interface Step {
  readonly n: number;
  readonly screenshot_sha256: string | null;
}

/** Returns the newest step that has a picture. */
export const lastPictured = <S extends Step>(steps: readonly S[]): S | undefined =>
  steps.findLast(({ screenshot_sha256: hash }) => hash !== null);

/** The screen after a step. */
export const Screen = ({ id, step }: { readonly id: string; readonly step: Step }) => {
  const { t } = useWords();
  const picture = usePicture([id, step.n], async (signal) =>
    operators.screenshot({ params: { run_id: id, n: String(step.n) }, signal }),
  );
  if (picture.isError) return <Failure error={picture.error} again={async () => picture.refetch()} />;
  return (
    <span class="screen">
      {picture.address !== undefined && (
        <img src={picture.address} alt={t('operators.screenAfter', { n: step.n })} />
      )}
    </span>
  );
};
