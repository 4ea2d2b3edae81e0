import type { ReactNode } from 'react';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';

/** Prints the page, without itself. */
export function PrintButton(): ReactNode {
  return (
    <span className="no-print">
      <PlainButton onPress={() => print()}>{t('app.print')}</PlainButton>
    </span>
  );
}
