import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { Facts } from '../../parts/facts.tsx';
import { ListSection } from '../../parts/list-screen.tsx';
import { Person } from '../../parts/person.tsx';
import { isNotFound, Problem } from '../../parts/problem.tsx';
import { textCell, timeCell } from '../../parts/cells.tsx';
import { Time } from '../../parts/time.tsx';
import type { Column } from '../../parts/table.tsx';
import { consentsOf } from '../../queries/identity.ts';
import { subjectDataOf } from '../../queries/customers.ts';
import { areaText, t } from '../../texts/screens/customers.ts';
import { totalText, wordsOf } from '../../texts/text.ts';
import { Inbox } from '../threads/inbox.tsx';

type Consent = Operations['listIdentityConsents']['data']['items'][number];
type Data = Operations['getSubjectData']['data'];

const CONSENTS: Column<Consent>[] = [
  { id: 'purpose', title: t('held.purpose'), cell: ({ purpose }) => textCell(purpose) },
  { id: 'channel', title: t('held.channel'), cell: ({ channel }) => wordsOf(channel) },
  { id: 'at', title: t('held.given'), cell: ({ givenAt }) => timeCell(givenAt, true) },
  {
    id: 'until',
    title: t('held.withdrawn'),
    cell: ({ withdrawnAt }) => timeCell(withdrawnAt, true),
  },
];

function Consents({ subjectId }: { subjectId: string }): ReactNode {
  return (
    <ListSection
      title={t('held.consents')}
      columns={CONSENTS}
      list={useList(consentsOf(subjectId))}
      empty={t('held.noConsents')}
    />
  );
}

/** The threads of the subject in one role. */
function ThreadsAs({ owner }: { owner: { externalId: string; role: string } }): ReactNode {
  const title = t('held.inRole', { role: owner.role });
  return (
    <section className="stack-close">
      <h2>{title}</h2>
      <Inbox owner={owner} filters={{}} label={title} />
    </section>
  );
}

/** Returns the roles of the subject in threads, by name; that of a customer if there are none. */
function rolesIn({ areas: { threads } }: Data): string[] {
  const roles = threads?.items.flatMap(({ participations }) =>
    participations.map((one) => one.role),
  );
  return roles?.length ? [...new Set(roles)].toSorted() : ['customer'];
}

/** The number of items of each area about a customer, its consents and threads, and who exported the customer. */
export function Held({ subjectId }: { subjectId: string }): ReactNode {
  const { data, error } = useQuery(subjectDataOf(subjectId));
  if (!data) return error && !isNotFound(error) ? <Problem error={error} /> : null;
  const { areas, omitted } = data;
  const counted = Object.entries(areas).filter(([name]) => name !== 'exports');
  const names = omitted.map(({ area, title }) => areaText(area) ?? title);
  return (
    <>
      {areas.consents && <Consents subjectId={subjectId} />}
      {areas.threads &&
        rolesIn(data).map((role) => (
          <ThreadsAs key={role} owner={{ externalId: subjectId, role }} />
        ))}
      <section className="stack-close">
        <h2>{t('held.title')}</h2>
        <Facts
          rows={counted.map(([name, found]): [string, ReactNode] => [
            areaText(name) ?? name,
            totalText(found),
          ])}
        />
        {names.length > 0 && (
          <p className="small quiet">{t('held.omitted', { areas: names.join(', ') })}</p>
        )}
      </section>
      {areas.exports && areas.exports.items.length > 0 && (
        <section className="stack-close">
          <h2>{t('held.exports')}</h2>
          <ul>
            {areas.exports.items.map(({ id, exportedAt, exportedBy, reasonCode }) => (
              <li key={id}>
                <Time at={exportedAt} /> · <Person id={exportedBy} /> · {wordsOf(reasonCode)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
