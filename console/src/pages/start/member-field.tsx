import { useWords } from '../../words/index.tsx';
import { useHelp } from './help.ts';
import { isLong } from './fields.ts';

interface Member {
  readonly name: string;
  readonly description: string;
}

/** A field for a member of the case, with the contract's description of it. */
export const MemberField = ({
  vertical,
  member: { name: member, description },
  value,
  onChange,
}: {
  readonly vertical: string;
  readonly member: Member;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const { name } = useWords();
  const help = `help-${member}`;
  const { text, lang } = useHelp()('help', `${vertical}.${member}`, description);
  const given = {
    name: member,
    value,
    autocomplete: 'off',
    'aria-describedby': help,
  } as const;
  return (
    <div class="field">
      <label>
        <span>{name('member', member)}</span>
        {isLong(member) ? (
          <textarea {...given} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
        ) : (
          <input {...given} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
        )}
      </label>
      <span id={help} class="quiet" lang={lang}>
        {text}
      </span>
    </div>
  );
};
