import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { api } from '../../data/client.ts';
import { useList } from '../../data/list.ts';
import { mayChange, mayOperate, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { RowActions } from '../../parts/row-actions.tsx';
import { Table, type Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { t } from '../../texts/screens/operators.ts';
import { LimitsForm } from './limits-form.tsx';
import { NewOrganization } from './new-organization.tsx';
import { PlanForm } from './plan-form.tsx';
import { ViewForm } from './view-form.tsx';

type Organization = Operations['listOrganizations']['data']['items'][number];

const COLUMNS: Column<Organization>[] = [
  {
    id: 'name',
    title: t('organizations.name'),
    cell: ({ id, name }) => (
      <>
        <Foreign text={name} /> <span className="quiet small code">{id}</span>
      </>
    ),
  },
  { id: 'plan', title: t('organizations.plan'), cell: ({ plan }) => plan },
  {
    id: 'addons',
    title: t('organizations.addons'),
    cell: ({ addons }) => (addons.length === 0 ? '–' : addons.join(', ')),
  },
  {
    id: 'since',
    title: t('organizations.since'),
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** The organizations of the installation, for operators. */
export function Organizations(): ReactNode {
  const { data: me } = useMe();
  const [opened, setOpened] = useState<Organization>();
  const list = useList<Organization>(
    ['organizations'],
    ({ id }) => id,
    (place, signal) => api.administration.listOrganizations({ limit: 100, ...place }, { signal }),
  );
  const [viewed, setViewed] = useState<string>();
  const [limited, setLimited] = useState<string>();
  const [isMaking, setMaking] = useState(false);
  const mayEdit = me !== undefined && mayChange(me, 'platform:admin');
  const columns = [...COLUMNS];
  if (mayOperate(me))
    columns.push({
      id: 'view',
      title: t('view.title'),
      cell: ({ id }) => (
        <PlainButton
          look="quiet"
          aria-label={`${t('view.look')}: ${id}`}
          onPress={() => setViewed(id)}
        >
          {t('view.look')}
        </PlainButton>
      ),
    });
  if (mayEdit)
    columns.push({
      id: 'actions',
      title: t('app.actions'),
      cell: (row) => (
        <RowActions
          id={row.id}
          actions={['change', 'limits']}
          textOf={(what) => t(`organizations.${what}`)}
          onPress={(what) => (what === 'change' ? setOpened(row) : setLimited(row.id))}
        />
      ),
    });
  return (
    <div className="stack">
      <div className="head">
        <h1>{t('organizations.title')}</h1>
        {mayEdit && (
          <PlainButton look="primary" onPress={() => setMaking(true)}>
            {t('organizations.new')}
          </PlainButton>
        )}
      </div>
      <Table
        label={t('organizations.title')}
        columns={columns}
        list={list}
        empty={t('organizations.empty')}
      />
      <Window title={t('organizations.new')} isOpen={isMaking} onClose={() => setMaking(false)}>
        <NewOrganization onDone={() => setMaking(false)} />
      </Window>
      <Window
        title={t('organizations.change')}
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
      >
        {opened && <PlanForm organization={opened} onDone={() => setOpened(undefined)} />}
      </Window>
      <Window
        title={t('organizations.limits')}
        isOpen={limited !== undefined}
        onClose={() => setLimited(undefined)}
      >
        {limited !== undefined && <LimitsForm id={limited} onDone={() => setLimited(undefined)} />}
      </Window>
      <Window
        title={t('view.title')}
        isOpen={viewed !== undefined}
        onClose={() => setViewed(undefined)}
      >
        {viewed !== undefined && (
          <ViewForm organization={viewed} onDone={() => setViewed(undefined)} />
        )}
      </Window>
    </div>
  );
}
