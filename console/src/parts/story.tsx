import { Link } from 'wouter-preact';
import type { Happening, Story as StoryState } from '../api/story.ts';
import { useWords } from '../words/index.tsx';
import { Value } from './value.tsx';

/** The arguments of a call as terms with values, once they are complete. */
const Given = ({ text }: { readonly text: string }) => {
  if (text === '' || text === '{}') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string')
      return <pre>{value.code}</pre>;
    return <Value value={value} />;
  } catch {
    return <pre>{text}</pre>;
  }
};

const Item = ({ one }: { readonly one: Happening }) => {
  const { t, name } = useWords();
  switch (one.kind) {
    case 'text':
      return (
        <>
          <strong>{t('story.said')}</strong>
          <p class="said">{one.text}</p>
        </>
      );
    case 'call':
      return (
        <>
          <strong>{t('story.called', { tool: name('tool', one.tool) })}</strong>
          <Given text={one.given} />
          {one.result === null ? (
            <p class="quiet">{t('story.waits')}</p>
          ) : (
            <details>
              <summary>{t('story.result')}</summary>
              <pre>{one.result}</pre>
            </details>
          )}
        </>
      );
    case 'row':
      return (
        <>
          <span class="badge">{one.action}</span> {one.summary}
        </>
      );
    case 'egress':
      return (
        <span class="bad">
          {t('story.egress', { host: one.host })} <code>{one.rule}</code>
        </span>
      );
    case 'retry':
      return (
        <span>
          {t('story.retry', { message: one.message })} <code>{one.code}</code>
        </span>
      );
    case 'asked':
      return (
        <>
          <Link href={`/reviews/${one.id}`}>{t('story.asked')}</Link> <q>{one.message}</q>
        </>
      );
    case 'answered':
      return (
        <>
          {t(one.approved ? 'story.approved' : 'story.denied')} {one.message}
        </>
      );
    case 'failed':
    default:
      return (
        <span class="bad">
          {one.message} <code>{one.code}</code>
        </span>
      );
  }
};

/** What a model said and did, and what the service recorded and refused, in chronological order. */
export const Story = ({ story, isRunning }: { readonly story: StoryState; readonly isRunning: boolean }) => {
  const { t } = useWords();
  return (
    <section aria-labelledby="story">
      <h2 id="story">{t('story.title')}</h2>
      {story.happenings.length === 0 && <p>{t(isRunning ? 'story.notYet' : 'story.none')}</p>}
      <ol class="plain story">
        {story.happenings.map((one) => (
          <li key={`${one.kind} ${one.id}`} class={one.kind}>
            <Item one={one} />
          </li>
        ))}
      </ol>
    </section>
  );
};

/** Calls to outside parties that the policy blocked. */
export const Egress = ({ story }: { readonly story: StoryState }) => {
  const { t } = useWords();
  const blocked = story.happenings.filter((one) => one.kind === 'egress');
  if (blocked.length === 0) return null;
  return (
    <section aria-labelledby="egress">
      <h2 id="egress">{t('story.blocked')}</h2>
      <ul>
        {blocked.map((one) => (
          <li key={one.id}>
            <Item one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
};
