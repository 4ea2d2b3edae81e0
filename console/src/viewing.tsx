import type { ReactNode } from 'react';
import type { Me } from './queries/session.ts';
import { endView } from './data/view.ts';
import { PlainButton } from './parts/button.tsx';
import { Time } from './parts/time.tsx';
import { t } from './texts/screens/operators.ts';

/** The note on every screen that an operator views an organization, with the button that ends the view. */
export function Viewing({ me }: { me: Me }): ReactNode {
  return (
    <section className="panel toolbar" aria-label={t('view.title')}>
      <strong>{t('view.now', { organization: me.organization?.name ?? '' })}</strong>
      <span>
        {t('view.until')} <Time at={me.viewing!.until} />
      </span>
      <PlainButton onPress={() => void endView()}>{t('view.end')}</PlainButton>
    </section>
  );
}
