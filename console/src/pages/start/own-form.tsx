import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { TeamVertical } from '../../../../src/contract/team-vertical.ts';
import { useAct, useMay, useRead } from '../../api/hooks.ts';
import { start } from '../../api/start.ts';
import type { OwnVertical } from '../../api/verticals.ts';
import { work } from '../../api/work.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import { Documents } from './documents.tsx';
import type { Attached } from './fields.ts';
import { HowAndStart } from './how-and-start.tsx';
import { type How, wantedOf } from './how.tsx';
import { ShapeField } from './shape-field.tsx';
import { caseFrom, type Filled, filledFrom } from './shape-fields.ts';

/** The form of a vertical that the team wrote, made from the JSON Schema of the version in force. */
export const OwnForm = ({ vertical: { id, version } }: { readonly vertical: OwnVertical }) => {
  const found = useRead(['own-verticals', id, version], async (signal) =>
    work.getTeamVerticalVersion({ params: { id, version: String(version) }, signal }),
  );
  if (found.isPending) return <Loading />;
  if (found.isError) return <Failure error={found.error} again={async () => found.refetch()} />;
  return <Form document={found.data.document} />;
};

const Form = ({ document }: { readonly document: TeamVertical }) => {
  const { t } = useWords();
  const [, go] = useLocation();
  const mayStore = useMay()('documents:write');
  const [filled, setFilled] = useState<Filled>({});
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [attached, setAttached] = useState<readonly Attached[]>([]);
  const [how, setHow] = useState<How>({ mode: 'simulated', model: '' });
  const started = useAct(start);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const made = caseFrom(document.case, filled, attached);
    setWrong(made.wrong);
    if (made.wrong.length > 0) return;
    started.mutate(
      { vertical: document.id, ...wantedOf(how), given: { case: made.case } },
      { onSuccess: (run) => go(`/runs/${run}`) },
    );
  };
  return (
    <form onSubmit={submit}>
      <p lang="en">{document.description}</p>
      <div class="row">
        <button type="button" onClick={() => setFilled(filledFrom(document.sample))}>
          {t('start.sample')}
        </button>
      </div>
      <div class="fields">
        {Object.entries(document.case.properties).map(([member, shape]) => (
          <ShapeField
            key={member}
            member={member}
            shape={shape}
            isNeeded={document.case.required.includes(member)}
            isWrong={wrong.includes(member)}
            value={filled[member] ?? ''}
            onChange={(value) => setFilled((before) => ({ ...before, [member]: value }))}
          />
        ))}
      </div>
      {document.documents !== undefined && mayStore && (
        <Documents attached={attached} onChange={setAttached} />
      )}
      {wrong.length > 0 && (
        <p class="bad" role="alert">
          {t('start.wrong', { members: wrong.map((one) => one.replaceAll('_', ' ')).join(', ') })}
        </p>
      )}
      <HowAndStart how={how} onChange={setHow} started={started} isLive={document.live !== undefined} />
    </form>
  );
};
