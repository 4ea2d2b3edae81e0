import type { ReactNode } from 'react';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';

/** Prints the page, without itself. */
export function PrintButton(): ReactNode {
  return (
    <div className="no-print">
      <PlainButton onPress={() => print()}>{t('app.print')}</PlainButton>
    </div>
  );
}
