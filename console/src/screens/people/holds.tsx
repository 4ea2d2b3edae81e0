import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange, changeOrAsk } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { PlainButton } from '../../parts/button.tsx';
import { textCell, timeCell } from '../../parts/cells.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Form } from '../../parts/form.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { One } from '../../parts/problem.tsx';
import { Person } from '../../parts/person.tsx';
import type { Column } from '../../parts/table.tsx';
import { holdWith, HOLDS } from '../../queries/retention.ts';
import { t } from '../../texts/screens/retention.ts';
import { SENTENCE } from '../review/given.ts';

type Hold = Operations['listLegalHolds']['data']['items'][number];
type Kind = Operations['setLegalHold']['input']['body']['kind'];

const KINDS: readonly Kind[] = ['subject', 'case', 'organization'];
const OPTIONS = KINDS.map((id) => ({ id, text: t(`holds.${id}`) }));

const COLUMNS: Column<Hold>[] = [
  { id: 'kind', title: t('holds.kind'), cell: ({ kind }) => kindText(kind) },
  { id: 'object', title: t('holds.object'), cell: ({ objectId }) => textCell(objectId) },
  { id: 'by', title: t('holds.setBy'), cell: ({ setBy }) => <Person id={setBy.id} /> },
  { id: 'at', title: t('holds.setAt'), cell: ({ setAt }) => timeCell(setAt) },
  { id: 'lifted', title: t('holds.lifted'), cell: ({ liftedAt }) => timeCell(liftedAt) },
];

function kindText(kind: string): string {
  return OPTIONS.find(({ id }) => id === kind)?.text ?? kind;
}

function SetHold({ onClose }: { onClose: () => void }): ReactNode {
  const [kind, setKind] = useState<Kind>('subject');
  const [objectId, setObject] = useState('');
  const [reason, setReason] = useState('');
  const isWhole = kind === 'organization';
  const set = useChange(
    () => api.retention.setLegalHold({ body: { kind, reason, ...(!isWhole && { objectId }) } }),
    [['legal holds'], ['retention plan']],
    onClose,
  );
  return (
    <Form
      sending={set}
      save={t('holds.set')}
      isReady={(isWhole || objectId !== '') && reason.trim().length >= SENTENCE}
      onCancel={onClose}
    >
      <Choice label={t('holds.kind')} options={OPTIONS} value={kind} onChange={setKind} />
      {!isWhole && (
        <Field label={t('holds.objectId')} value={objectId} onChange={setObject} isRequired />
      )}
      <Field
        label={t('holds.reason')}
        value={reason}
        onChange={setReason}
        lines
        isRequired
        note={t('holds.sentence')}
      />
    </Form>
  );
}

/** Lifts a hold, or asks a second person to lift it. */
function lift(id: string) {
  return changeOrAsk(
    () => api.retention.liftLegalHold({ id }),
    () => api.approvals.request({ body: { action: 'legal_hold.lift', objectId: id } }),
  );
}

function LiftHold({ hold, onClose }: { hold: Hold; onClose: () => void }): ReactNode {
  const [isAsked, setAsked] = useState(false);
  if (isAsked)
    return (
      <Window title={t('holds.lift')} isOpen onClose={onClose}>
        <p role="status">{t('holds.asked')}</p>
        <PlainButton onPress={onClose}>{t('app.close')}</PlainButton>
      </Window>
    );
  return (
    <Confirm
      title={t('holds.lift')}
      name={hold.objectId}
      text={t('holds.liftWhy')}
      run={() => lift(hold.id)}
      stale={[['legal holds'], ['retention plan'], ['approvals'], ['waiting requests']]}
      onClose={onClose}
      onDone={(outcome) => (outcome === 'asked' ? setAsked(true) : onClose())}
    />
  );
}

function Reason({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  return (
    <Window title={t('holds.reason')} isOpen onClose={onClose}>
      <One query={useQuery(holdWith(id))}>
        {({ reason }) => <p>{reason === null ? t('holds.noReason') : <Foreign text={reason} />}</p>}
      </One>
    </Window>
  );
}

type What = 'show' | 'lift';

/** The legal holds of the organization. */
export function Holds({ mayEdit }: { mayEdit: boolean }): ReactNode {
  return (
    <ListSection<Hold, What>
      title={t('holds.title')}
      columns={COLUMNS}
      list={useList(HOLDS)}
      empty={t('holds.empty')}
      create={
        mayEdit && {
          text: t('holds.set'),
          form: (onClose) => <SetHold onClose={onClose} />,
        }
      }
      actions={{
        of: ({ liftedAt }) => (mayEdit && liftedAt === null ? ['show', 'lift'] : ['show']),
        textOf: (what) => t(`holds.${what}`),
        nameOf: ({ objectId }) => objectId,
        width: 16,
        open: (what, hold, onClose) =>
          what === 'lift' ? (
            <LiftHold hold={hold} onClose={onClose} />
          ) : (
            <Reason id={hold.id} onClose={onClose} />
          ),
      }}
    />
  );
}
