import type { ReactNode } from 'react';
import { Icon, type IconName } from './parts/icon.tsx';
import type { Section } from './sections.ts';

const ICONS: Readonly<Record<Section['path'], IconName>> = {
  '/today': 'calendar',
  '/team': 'bars',
  '/review': 'checklist',
  '/subjects': 'person',
  '/cases': 'briefcase',
  '/search': 'search',
  '/files': 'document',
  '/threads': 'speech',
  '/verifications': 'card',
  '/sessions': 'phone',
  '/lists': 'list',
  '/webhooks': 'send',
  '/events': 'pulse',
  '/attempts': 'arrows',
  '/event-types': 'book',
  '/keys': 'key',
  '/permissions': 'shield',
  '/approvals': 'approve',
  '/approval-settings': 'sliders',
  '/retention': 'clock',
  '/usage': 'bars',
  '/invoices': 'receipt',
  '/exports': 'download',
  '/members': 'people',
  '/audit': 'history',
  '/organizations': 'building',
  '/operators': 'people',
  '/global-lists': 'globe',
  '/providers': 'plug',
  '/system': 'server',
  '/platform-approvals': 'approve',
  '/platform-retention': 'clock',
  '/platform-audit': 'history',
  '/register': 'document',
};

/** The icon of a screen in the navigation. */
export function SectionIcon({ path }: { path: Section['path'] }): ReactNode {
  return <Icon name={ICONS[path]} />;
}
