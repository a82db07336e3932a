import { useState } from 'preact/hooks';
import type { ConnectorBody } from '../../../../../src/contract/connector.ts';
import { admin } from '../../../api/admin.ts';
import { useAct } from '../../../api/hooks.ts';
import { onSubmit, textIn } from '../../../parts/form.ts';
import { Pick } from '../../../parts/pick.tsx';
import { Failure } from '../../../parts/states.tsx';
import { useWords } from '../../../words/index.tsx';
import { bodyOf, textOf, type Wanted } from './body.ts';
import { fieldsOf, kindsFor, SERVES, type Field, type FieldPath, type Kind, type Serves } from './fields.ts';

const FieldInput = ({
  field,
  connector,
}: {
  readonly field: Field;
  readonly connector: ConnectorBody | undefined;
}) => {
  const { t, name } = useWords();
  const { at, type, options = [], isRequired: required = false, isSecret = false } = field;
  const label = t(`field.${at}`);
  const text = textOf(connector, field);
  if (type === 'check')
    return (
      <label class="beside">
        <input name={at} type="checkbox" value="yes" defaultChecked={text === 'true'} />
        <span>{label}</span>
      </label>
    );
  if (type === 'choice')
    return (
      <label>
        <span>{label}</span>
        <select name={at} required={required}>
          {!required && <option value="">{t('app.none')}</option>}
          {options.map((one) => (
            <option key={one} value={one} selected={one === text}>
              {name(at.endsWith('vertical') ? 'vertical' : 'choice', one)}
            </option>
          ))}
        </select>
      </label>
    );
  const common = { name: at, required, autocomplete: 'off', spellcheck: false } as const;
  const isShort = type === 'text' || type === 'number' || type === 'numbers';
  return (
    <label>
      <span>{label}</span>
      {isShort ? (
        <input
          {...common}
          type={isSecret ? 'password' : type === 'number' ? 'number' : 'text'}
          {...(isSecret && { autocomplete: 'new-password' })}
          defaultValue={text}
        />
      ) : (
        <textarea {...common} class="short" rows={3} defaultValue={text} />
      )}
    </label>
  );
};

const useForm = (connector: ConnectorBody | undefined) => {
  const [serves, setServes] = useState<Serves>(connector?.serves ?? 'policies');
  const [kind, setKind] = useState<Kind>(connector?.kind ?? 'http');
  return {
    serves,
    kind,
    setKind,
    setServes: (next: Serves): void => {
      setServes(next);
      if (!kindsFor(next).includes(kind)) setKind(kindsFor(next)[0]);
    },
  };
};

/**
 * Creates or replaces a connector. Its secrets must be entered each time, because no response contains them.
 */
export const ConnectorForm = ({
  connector,
  taken,
  done,
}: {
  readonly connector?: ConnectorBody;
  /** Names that a new connector may not have, because it would replace the connector of that name. */
  readonly taken: readonly string[];
  readonly done: () => void;
}) => {
  const { t, name } = useWords();
  const { serves, kind, setServes, setKind } = useForm(connector);
  const [wrong, setWrong] = useState<FieldPath>();
  const [isTaken, setTaken] = useState(false);
  const save = useAct(
    async ({ name: of, body }: { readonly name: string; readonly body: Wanted }) =>
      admin.putConnector({ params: { name: of }, body }),
    ['connectors'],
    { hasSecret: true },
  );
  const submit = onSubmit((form) => {
    const of = connector?.name ?? textIn(form, 'name') ?? '';
    const read = bodyOf(form, { kind, serves });
    setTaken(connector === undefined && taken.includes(of));
    setWrong('wrong' in read ? read.wrong : undefined);
    if ('wrong' in read || (connector === undefined && taken.includes(of))) return;
    save.mutate(
      { name: of, body: read.body },
      {
        onSuccess: () => {
          save.reset();
          done();
        },
      },
    );
  });
  const fields = fieldsOf(kind);
  const inputs = (isRare: boolean) =>
    fields
      .filter((field) => (field.isRare ?? false) === isRare)
      .map((field) => <FieldInput key={field.at} field={field} connector={connector} />);
  return (
    <form onSubmit={submit}>
      {connector === undefined && (
        <label>
          <span>{t('connectors.name')}</span>
          <input name="name" required pattern="[a-z][a-z0-9\-]{0,39}" autocomplete="off" />
        </label>
      )}
      <Pick
        label={t('connectors.serves')}
        values={SERVES}
        nameOf={(one) => name('recordKind', one)}
        value={serves}
        onPick={setServes}
      />
      <Pick
        label={t('connectors.kind')}
        values={kindsFor(serves)}
        nameOf={(one) => name('connectorKind', one)}
        value={kind}
        onPick={setKind}
      />
      {inputs(false)}
      <details>
        <summary>{t('connectors.rare')}</summary>
        <div class="fields">{inputs(true)}</div>
      </details>
      {connector !== undefined && <p class="quiet">{t('connectors.secretsAgain')}</p>}
      {isTaken && (
        <p class="failure" role="alert">
          {t('connectors.taken')}
        </p>
      )}
      {wrong !== undefined && (
        <p class="failure" role="alert">
          {t('connectors.wrong', { field: t(`field.${wrong}`) })}
        </p>
      )}
      {save.isError && <Failure error={save.error} />}
      <div class="row">
        <button type="submit" class="main" disabled={save.isPending}>
          {t('part.save')}
        </button>
        <button type="button" onClick={done}>
          {t('part.cancel')}
        </button>
      </div>
    </form>
  );
};
