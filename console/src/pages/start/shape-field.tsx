import type { MemberShape } from '../../../../src/contract/team-vertical-shape.ts';
import { useWords } from '../../words/index.tsx';
import { isJson } from './shape-fields.ts';

/** Texts that are longer than this get a field of several lines. */
const ONE_LINE = 200;

/** A field for a member of a team's case, as the JSON Schema of its document describes it. */
export const ShapeField = ({
  member,
  shape,
  isNeeded,
  isWrong,
  value,
  onChange,
}: {
  readonly member: string;
  readonly shape: MemberShape;
  readonly isNeeded: boolean;
  readonly isWrong: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const { t } = useWords();
  const help = `help-${member}`;
  const given = {
    name: member,
    value,
    autocomplete: 'off',
    'aria-describedby': help,
    'aria-invalid': isWrong,
  } as const;
  const choices = choicesOf(shape);
  const isLong = isJson(shape) || (shape.type === 'string' && (shape.maxLength ?? ONE_LINE) > ONE_LINE);
  return (
    <div class="field">
      <label>
        <span>{member.replaceAll('_', ' ')}</span>
        {choices !== undefined ? (
          <select {...given} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
            <option value="" />
            {choices.map((one) => (
              <option key={one} value={one}>
                {shape.type === 'boolean' ? t(one === 'true' ? 'start.yes' : 'start.no') : one}
              </option>
            ))}
          </select>
        ) : isLong ? (
          <textarea
            {...given}
            class={isJson(shape) ? 'code' : undefined}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        ) : (
          <input
            {...given}
            type={shape.type === 'string' && shape.format === 'date' ? 'date' : 'text'}
            inputMode={shape.type === 'integer' ? 'numeric' : undefined}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )}
      </label>
      <span id={help} class={isWrong ? 'bad' : 'quiet'}>
        {[
          shape.description,
          shape.type === 'string' && shape.format === 'rupees' && t('start.rupees'),
          shape.type === 'integer' && t('start.whole'),
          shape.type === 'array' && t('start.list'),
          shape.type === 'object' && t('start.object'),
          isNeeded && t('start.needed'),
        ]
          .filter((part) => part !== undefined && part !== false && part !== '')
          .join(' · ')}
      </span>
    </div>
  );
};

const choicesOf = (shape: MemberShape): readonly string[] | undefined =>
  shape.type === 'boolean' ? ['true', 'false'] : shape.type === 'string' ? shape.enum : undefined;
