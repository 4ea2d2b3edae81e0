import type { ReactNode } from 'react';
import { Button, type ButtonProps } from 'react-aria-components';

type Look = 'plain' | 'primary' | 'quiet';

function classOf(look: Look): string {
  return look === 'plain' ? 'button' : `button button-${look}`;
}

/** The button of all screens. */
export function PlainButton({
  look = 'plain',
  ...props
}: ButtonProps & { look?: Look }): ReactNode {
  return <Button {...props} className={classOf(look)} />;
}
