import type { StoredAnswer } from '../../../store/idempotency/once.ts';
import type { Reply } from '../../services/route.ts';
import { replayedHeader } from '../../runs/answer-once.ts';
import type { Services } from '../../services/services.ts';

/** Returns the response to an accepted run, with its address. */
export const acceptedRun = (
  { publicBaseUrl }: Pick<Services['settings'], 'publicBaseUrl'>,
  answer: StoredAnswer,
  replayed: boolean,
): Reply => {
  const { id } = answer.body as { id: string };
  return {
    ...answer,
    headers: {
      Location: `${publicBaseUrl}/v1/workforce/runs/${id}`,
      ...replayedHeader(replayed),
    },
  };
};
