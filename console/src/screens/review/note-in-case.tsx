import { useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { OpenWindow } from '../../parts/open-window.tsx';
import type { Hit } from '../../queries/review.ts';
import { visible } from '../../texts/text.ts';
import { t } from '../../texts/screens/many.ts';
import { toCase } from './to-case.ts';

/** The form that writes a note about a hit, in the open case of its customer or in a new one. */
export function NoteInCase({
  hit: { id, subjectId },
  onClose,
}: {
  hit: Pick<Hit, 'id' | 'subjectId'>;
  onClose: () => void;
}): ReactNode {
  const [text, setText] = useState('');
  const written = useChange(
    async () => {
      const { id: caseId } = await toCase(subjectId, [id]);
      return api.cases.addNote({ id: caseId, body: { text } });
    },
    [['cases'], ['case']],
    onClose,
  );
  return (
    <OpenWindow title={t('note.title', { subject: visible(subjectId) })} onClose={onClose}>
      <Form sending={written} isReady={text.trim() !== ''} onCancel={onClose}>
        <Field label={t('note.text')} value={text} onChange={setText} lines autoFocus />
      </Form>
    </OpenWindow>
  );
}
