import type { SCREEN } from '../../../../src/contract/operator-action.ts';
import { ApiError } from '../../api/call.ts';
import { operators } from '../../api/operators.ts';
import { usePicture } from '../../parts/picture.tsx';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';

interface Step {
  readonly n: number;
  readonly screenshot_sha256: string | null;
}

/** The size of every desktop's screen, in whose pixels boxes are given. */
const SIZE = { width: 1280, height: 800 } as const satisfies typeof SCREEN;

/** Returns the newest step that has a picture. */
export const lastPictured = <S extends Step>(steps: readonly S[]): S | undefined =>
  steps.findLast(({ screenshot_sha256: hash }) => hash !== null);

/** The screen after a step, under a text that says what it shows. With a box, which is drawn on it. */
export const Screen = ({
  id,
  step,
  says,
  box,
}: {
  readonly id: string;
  readonly step: Step;
  readonly says?: string;
  readonly box?: readonly number[] | null;
}) => {
  const { t } = useWords();
  const picture = usePicture([id, step.n], async (signal) =>
    operators.screenshot({ params: { run_id: id, n: String(step.n) }, signal }),
  );
  const label = says ?? t('operators.screenAfter', { n: step.n });
  if (picture.error instanceof ApiError && picture.error.status === 404)
    return <p>{t('operators.pictureErased')}</p>;
  if (picture.isError) return <Failure error={picture.error} again={async () => picture.refetch()} />;
  if (box === undefined || box === null)
    return (
      <span class="screen">{picture.address !== undefined && <img src={picture.address} alt={label} />}</span>
    );
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  return (
    <svg class="screen" role="img" aria-label={label} viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}>
      <image href={picture.address} {...SIZE} preserveAspectRatio="none" />
      <rect class="box conflict" x={left} y={top} width={right - left} height={bottom - top} />
    </svg>
  );
};
