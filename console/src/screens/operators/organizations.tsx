import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useList } from '../../data/list.ts';
import { mayOperate, useMayChange, useMe } from '../../data/me.ts';
import { namedCell, timeCell } from '../../parts/cells.tsx';
import { Window } from '../../parts/dialog.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { ORGANIZATIONS } from '../../queries/operators.ts';
import { t } from '../../texts/screens/operators.ts';
import { LimitsForm } from './limits-form.tsx';
import { NewOrganization } from './new-organization.tsx';
import { PlanForm } from './plan-form.tsx';
import { ViewForm } from './view-form.tsx';

type Organization = Operations['listOrganizations']['data']['items'][number];
type What = 'look' | 'change' | 'limits';

const COLUMNS: Column<Organization>[] = [
  { id: 'name', title: t('organizations.name'), cell: ({ id, name }) => namedCell(name, id) },
  { id: 'plan', title: t('organizations.plan'), cell: ({ plan }) => plan },
  {
    id: 'addons',
    title: t('organizations.addons'),
    cell: ({ addons }) => (addons.length === 0 ? '–' : addons.join(', ')),
  },
  { id: 'since', title: t('organizations.since'), cell: ({ createdAt }) => timeCell(createdAt) },
];

const TITLES: Record<What, string> = {
  look: t('view.title'),
  change: t('organizations.change'),
  limits: t('organizations.limits'),
};

function open(what: What, organization: Organization, onDone: () => void): ReactNode {
  const { id } = organization;
  return (
    <Window title={TITLES[what]} isOpen onClose={onDone}>
      {what === 'look' && <ViewForm organization={id} onDone={onDone} />}
      {what === 'change' && <PlanForm organization={organization} onDone={onDone} />}
      {what === 'limits' && <LimitsForm id={id} onDone={onDone} />}
    </Window>
  );
}

/** The organizations of the installation, for operators. */
export function Organizations(): ReactNode {
  const { data: me } = useMe();
  const mayEdit = useMayChange('platform:admin');
  const mayLook = mayOperate(me);
  return (
    <ListScreen<Organization, What>
      title={t('organizations.title')}
      columns={COLUMNS}
      list={useList(ORGANIZATIONS)}
      empty={t('organizations.empty')}
      create={
        mayEdit && {
          text: t('organizations.new'),
          form: (onClose) => <NewOrganization onDone={onClose} />,
        }
      }
      actions={
        mayLook && {
          of: () => (mayEdit ? ['look', 'change', 'limits'] : ['look']),
          textOf: (what) => (what === 'look' ? t('view.look') : TITLES[what]),
          width: 22,
          open,
        }
      }
    />
  );
}
