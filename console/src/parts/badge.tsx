import { useWords } from '../words/index.tsx';

const TONES: Readonly<Record<string, string>> = {
  succeeded: 'good',
  approve: 'good',
  resolved: 'good',
  done: 'good',
  low: 'good',
  up: 'good',
  enabled: 'good',
  delivered: 'good',
  active: 'good',
  error: 'bad',
  reject: 'bad',
  blocked: 'bad',
  high: 'bad',
  overdue: 'bad',
  down: 'bad',
  failed: 'bad',
  refused: 'bad',
  running: 'busy',
  claimed: 'busy',
  escalate: 'busy',
  medium: 'busy',
  pending: 'busy',
  proposed: 'busy',
  approved: 'busy',
};

/** The display name of an API code. The colour only repeats what the name says. */
export const Badge = ({ kind, code }: { readonly kind: string; readonly code: string }) => {
  const { name } = useWords();
  return <span class={`badge ${TONES[code] ?? ''}`}>{name(kind, code)}</span>;
};
