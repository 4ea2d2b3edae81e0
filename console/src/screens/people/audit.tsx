import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { useMayChange } from '../../data/me.ts';
import { t } from '../../texts/screens/actions.ts';
import { Actions } from './actions.tsx';
import { Chain } from './chain.tsx';

const NewExport = lazy(async () => ({
  default: (await import('../money/new-export.tsx')).NewExport,
}));

/** The actions in the organization, their export, and the check of their chain. */
export function Audit(): ReactNode {
  const navigate = useNavigate();
  const mayExport = useMayChange('exports:create');
  return (
    <Actions
      title={t('audit.title')}
      log="audit"
      read={api.audit.listActions}
      create={
        mayExport && {
          text: t('audit.export'),
          form: (onClose) => (
            <NewExport
              firstType="audit"
              onDone={() => void navigate({ to: '/exports' })}
              onCancel={onClose}
            />
          ),
        }
      }
    >
      <Chain />
    </Actions>
  );
}
