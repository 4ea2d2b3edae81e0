import { useState, type ReactNode } from 'react';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';
import { printAll } from './printing.ts';

/** Prints the page, without itself. */
export function PrintButton(): ReactNode {
  const [isPending, setPending] = useState(false);
  const onPress = async (): Promise<void> => {
    setPending(true);
    await printAll().finally(() => setPending(false));
  };
  return (
    <div className="no-print">
      <PlainButton isPending={isPending} onPress={() => void onPress()}>
        {t('app.print')}
      </PlainButton>
    </div>
  );
}
