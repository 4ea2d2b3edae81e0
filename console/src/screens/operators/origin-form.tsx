import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { t } from '../../texts/screens/operators.ts';

const HOUR_SECONDS = 3600;

/** The form for the address at which the worker fetches a global list. */
export function OriginForm({
  list: { id, origin },
  onDone,
}: {
  list: Operations['getGlobalList']['data'];
  onDone: () => void;
}): ReactNode {
  const [url, setUrl] = useState(origin?.location ?? '');
  const [hours, setHours] = useState('');
  const saved = useChange(
    () => {
      const every = hours.trim() !== '' && { refreshEverySeconds: Number(hours) * HOUR_SECONDS };
      const changed = url.trim() === '' ? null : { url: url.trim(), ...every };
      return api.administration.updateGlobalList({ id, body: { origin: changed } });
    },
    [['global list', { id }], ['global lists']],
    onDone,
  );
  return (
    <Form sending={saved} onCancel={onDone}>
      <Field label={t('globalLists.originUrl')} value={url} onChange={setUrl} autoFocus />
      <Field label={t('globalLists.originEvery')} type="number" value={hours} onChange={setHours} />
      <p className="small quiet">{t('globalLists.originWhy')}</p>
    </Form>
  );
}
