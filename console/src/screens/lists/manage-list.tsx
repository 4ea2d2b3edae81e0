import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { changeOrAsk, useChange, useGoOn } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/lists.ts';

type List = Operations['getScreeningList']['data'];

/** Removes a list or an entry, or asks a second person to do so. */
export function removeOrAsk<Done>(objectId: string, remove: () => Promise<Done>) {
  return changeOrAsk(remove, () =>
    api.approvals.request({ body: { action: 'list.remove_entries', objectId } }),
  );
}

function Rename({ list, onClose }: { list: List; onClose: () => void }): ReactNode {
  const [name, setName] = useState(list.name);
  const renamed = useChange(
    () => api.screeningLists.rename({ id: list.id, body: { name } }),
    [['list', { id: list.id }], ['lists']],
    onClose,
  );
  return (
    <Window title={t('lists.rename')} isOpen onClose={onClose}>
      <Form sending={renamed} isReady={name.trim() !== ''} onCancel={onClose}>
        <Field label={t('lists.name')} value={name} onChange={setName} isRequired autoFocus />
      </Form>
    </Window>
  );
}

/** The buttons that rename and delete a list. */
export function ManageList({ list, onAsked }: { list: List; onAsked: () => void }): ReactNode {
  const [opened, setOpened] = useState<'rename' | 'delete'>();
  const goOn = useGoOn();
  const close = (): void => setOpened(undefined);
  const { id, name, entryCount: count } = list;
  return (
    <>
      <PlainButton look="quiet" onPress={() => setOpened('rename')}>
        {t('lists.rename')}
      </PlainButton>
      <PlainButton look="quiet" onPress={() => setOpened('delete')}>
        {t('lists.delete')}
      </PlainButton>
      {opened === 'rename' && <Rename list={list} onClose={close} />}
      {opened === 'delete' && (
        <Confirm
          title={t('lists.delete')}
          name={name}
          text={t('lists.deleteWhy', { count })}
          run={() => removeOrAsk(id, () => api.screeningLists.delete({ id }))}
          stale={[['lists'], ['hits'], ['today'], ['approvals']]}
          onClose={close}
          onDone={(done) => {
            close();
            if (done === 'asked') onAsked();
            else void goOn({ to: '/lists' });
          }}
        />
      )}
    </>
  );
}
