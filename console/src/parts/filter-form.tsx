import type { ReactNode } from 'react';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';

/** Fields whose values filter a list once the form is submitted. */
export function FilterForm({
  onFilter,
  text = t('app.filter'),
  children,
  besides,
}: {
  onFilter: () => void;
  text?: string;
  children: ReactNode;
  /** Shown after the button. */
  besides?: ReactNode;
}): ReactNode {
  return (
    <form
      className="toolbar"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter();
      }}
    >
      {children}
      <PlainButton type="submit">{text}</PlainButton>
      {besides}
    </form>
  );
}
