import { Link } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { all } from '../../parts/choice.tsx';
import { later } from '../../parts/later.tsx';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import { Name } from '../../parts/person.tsx';
import { StateChoice } from '../../parts/state-choice.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { sessionsWith } from '../../queries/identity.ts';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/verification-sessions.ts';

const NewSession = later(async () => (await import('./new-session.tsx')).NewSession);
const SessionSettings = later(async () => (await import('./session-settings.tsx')).SessionSettings);

type Session = Operations['listIdentitySessions']['data']['items'][number];
type Status = NonNullable<Operations['listIdentitySessions']['input']['status']>;

const STATUSES = all<Status>({
  open: true,
  completed: true,
  failed: true,
  expired: true,
  canceled: true,
});

/** The tone of a session or of a step. */
export function toneOf(status: string): Tone {
  if (status === 'completed' || status === 'passed') return 'good';
  if (status === 'failed') return 'bad';
  return status === 'open' ? 'warn' : 'quiet';
}

const COLUMNS: Column<Session>[] = [
  {
    id: 'at',
    title: t('vsessions.at'),
    cell: ({ id, createdAt }) => (
      <Link to="/sessions/$id" params={{ id }}>
        <Time at={createdAt} />
      </Link>
    ),
  },
  {
    id: 'customer',
    title: t('vsessions.customer'),
    cell: ({ subjectId }) => (
      <Link to="/subjects/$id" params={{ id: subjectId }}>
        <Name id={subjectId} isCustomer />
      </Link>
    ),
  },
  {
    id: 'status',
    title: t('vsessions.status'),
    cell: ({ status }) => <Badge tone={toneOf(status)}>{wordsOf(status)}</Badge>,
  },
  {
    id: 'done',
    title: t('vsessions.done'),
    cell: ({ steps }) =>
      t('vsessions.doneOf', {
        done: steps.filter(({ status }) => status === 'passed').length,
        all: steps.length,
      }),
  },
  {
    id: 'expires',
    title: t('vsessions.expires'),
    cell: ({ expiresAt }) => <Time at={expiresAt} />,
  },
];

/** The button for the addresses to which sessions may return. */
function Settings(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PlainButton onPress={() => setOpen(true)}>{t('vsessions.settings')}</PlainButton>
      <Window title={t('vsessions.settings')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Suspense>
          <SessionSettings onClose={() => setOpen(false)} />
        </Suspense>
      </Window>
    </>
  );
}

/** The verification sessions, newest first. */
export function Sessions(): ReactNode {
  const [status, setStatus] = useState<Status>();
  const mayCreate = useMayChange('identity:verify');
  const mayManage = useMayChange('identity:manage');
  return (
    <ListScreen
      title={t('sessions.title')}
      columns={COLUMNS}
      list={useList(sessionsWith(status ? { status } : {}))}
      empty={t(status ? 'app.noneFits' : 'vsessions.empty')}
      create={
        mayCreate && {
          text: t('vsessions.create'),
          form: (onClose) => <NewSession onCancel={onClose} />,
        }
      }
      filters={
        <>
          <StateChoice
            label={t('vsessions.status')}
            all={t('cases.all')}
            states={STATUSES}
            textOf={wordsOf}
            value={status}
            onChange={setStatus}
          />
          {mayManage && <Settings />}
        </>
      }
    />
  );
}
