import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { useMayChange } from '../../data/me.ts';
import { wholeList } from '../../data/whole.ts';
import { Badge } from '../../parts/badge.tsx';
import { PlainButton } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { Form } from '../../parts/form.tsx';
import { One } from '../../parts/problem.tsx';
import { Person, Name, IdLink } from '../../parts/person.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { sessionWith } from '../../queries/identity.ts';
import { numberText, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/verification-sessions.ts';
import { toneOf } from './sessions.tsx';

type Session = Operations['getIdentitySession']['data'];
type Step = Session['steps'][number];

const STEPS: Column<Step>[] = [
  { id: 'step', title: t('vsessions.step'), cell: ({ type }) => wordsOf(type) },
  {
    id: 'status',
    title: t('vsessions.status'),
    cell: ({ status, reason }) => (
      <>
        <Badge tone={toneOf(status)}>{wordsOf(status)}</Badge> {reason && wordsOf(reason)}
      </>
    ),
  },
  {
    id: 'attempts',
    title: t('vsessions.attempts'),
    isNumber: true,
    cell: ({ attempts }) => numberText(attempts),
  },
  {
    id: 'ended',
    title: t('vsessions.ended'),
    cell: ({ endedAt }) => (endedAt === null ? '–' : <Time at={endedAt} />),
  },
  {
    id: 'record',
    title: t('vsessions.record'),
    cell: ({ verificationId, screeningId, consentId }) => {
      const id = verificationId ?? screeningId ?? consentId;
      return id === undefined ? '–' : <IdLink id={id} />;
    },
  },
];

/** The window that makes the link of a session, and shows it once. */
function LinkForm({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const made = useChange(() => api.identity.createSessionLink({ id }), []);
  return (
    <Window title={t('vsessions.link')} isOpen onClose={onClose}>
      {made.data ? (
        <div className="stack">
          <p>{t('vsessions.linkIs')}</p>
          <p className="code">{made.data.url}</p>
          <div className="toolbar">
            <CopyButton text={made.data.url} autoFocus />
            <PlainButton onPress={onClose}>{t('app.close')}</PlainButton>
          </div>
        </div>
      ) : (
        <Form sending={made} save={t('vsessions.link')} onCancel={onClose}>
          <p>{t('vsessions.linkWhy')}</p>
        </Form>
      )}
    </Window>
  );
}

/** The buttons of an open session. */
function Actions({ session: { id, subjectId } }: { session: Session }): ReactNode {
  const [opened, setOpened] = useState<'link' | 'cancel'>();
  const close = (): void => setOpened(undefined);
  return (
    <>
      <div className="toolbar no-print">
        <PlainButton onPress={() => setOpened('link')}>{t('vsessions.link')}</PlainButton>
        <PlainButton onPress={() => setOpened('cancel')}>{t('vsessions.cancel')}</PlainButton>
      </div>
      {opened === 'link' && <LinkForm id={id} onClose={close} />}
      {opened === 'cancel' && (
        <Confirm
          title={t('vsessions.cancel')}
          name={subjectId}
          text={t('vsessions.cancelWhy')}
          run={() => api.identity.cancelSession({ id })}
          stale={[['verification session'], ['verification sessions']]}
          onClose={close}
        />
      )}
    </>
  );
}

/** A verification session: its steps, and for those who may the link for the person. */
export function SessionScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(sessionWith(id));
  const mayChange = useMayChange('identity:verify');
  const steps = wholeList(
    query,
    ({ steps: all }) => [...all],
    ({ type }) => type,
  );
  return (
    <One query={query}>
      {(session) => (
        <div className="stack">
          <h1>
            {t('vsessions.one')}{' '}
            <Badge tone={toneOf(session.status)}>{wordsOf(session.status)}</Badge>
          </h1>
          {mayChange && session.status === 'open' && <Actions session={session} />}
          <div className="panel stack-close">
            <Facts rows={factsOf(session)} />
            <p className="small quiet">{t('vsessions.sealed')}</p>
          </div>
          <Table label={t('vsessions.steps')} columns={STEPS} list={steps} empty={t('app.none')} />
        </div>
      )}
    </One>
  );
}

function factsOf(session: Session): [string, ReactNode][] {
  const { subjectId, returnUrl, createdBy, createdAt, expiresAt, endedAt } = session;
  return [
    [
      t('vsessions.customer'),
      <Link key="subject" to="/subjects/$id" params={{ id: subjectId }}>
        <Name id={subjectId} isCustomer />
      </Link>,
    ],
    [t('vsessions.at'), <Time key="at" at={createdAt} />],
    [t('vsessions.by'), <Person key="by" id={createdBy} />],
    [t('vsessions.expires'), <Time key="expires" at={expiresAt} />],
    [t('vsessions.ended'), endedAt && <Time key="ended" at={endedAt} />],
    [t('vsessions.returns'), returnUrl && <Foreign key="returns" text={returnUrl} />],
  ];
}
