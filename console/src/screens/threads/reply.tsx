import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Choice } from '../../parts/choice.tsx';
import { Field } from '../../parts/field.tsx';
import { InlineForm } from '../../parts/inline-form.tsx';
import { t } from '../../texts/screens/threads.ts';

type Participant = Operations['getThread']['data']['participants'][number];

/** The role of customers, in whose name no member writes. */
const CUSTOMER = 'customer';

/** Returns the participants in whose name a member can write. */
export function sendersOf(participants: readonly Participant[]): Participant[] {
  return participants.filter(({ role }) => role !== CUSTOMER);
}

/** The form that writes to an open thread in the name of one of these participants. */
export function Reply({
  threadId,
  senders,
}: {
  threadId: string;
  senders: readonly Participant[];
}): ReactNode {
  const [chosen, setChosen] = useState('');
  const [content, setContent] = useState('');
  const { participantId, externalId, role } =
    senders.find((one) => one.participantId === chosen) ?? senders[0]!;
  const sent = useChange(
    () =>
      api.threads.sendMessage({
        threadId,
        body: { participantExternalId: externalId, participantRole: role, content },
      }),
    [['thread'], ['threads'], ['messages']],
    () => setContent(''),
  );
  return (
    <InlineForm
      sending={sent}
      save={t('threads.send')}
      label={t('threads.reply')}
      isReady={content.trim() !== ''}
      lines
    >
      <Choice
        label={t('threads.as')}
        options={senders.map((one) => ({
          id: one.participantId,
          text: `${one.externalId} (${one.role})`,
        }))}
        value={participantId}
        onChange={setChosen}
      />
      <Field label={t('threads.reply')} value={content} onChange={setContent} lines />
    </InlineForm>
  );
}
