import type { ReactNode } from 'react';
import { api } from '../../data/client.ts';
import { t } from '../../texts/text.ts';
import { Actions } from './actions.tsx';

/** The actions in the organization. */
export function Audit(): ReactNode {
  return <Actions title={t('audit.title')} log="audit" read={api.audit.listActions} />;
}
