import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '../texts/text.ts';
import { PlainButton } from './button.tsx';

/** A dialog that is open. */
export function OpenWindow({
  title,
  onClose,
  hasClose = false,
  isLow = false,
  isWide = false,
  hidesPage = false,
  children,
}: {
  title: string;
  /** Undefined if the person cannot close it. */
  onClose?: (() => void) | undefined;
  /** True if its content has no button that closes it. */
  hasClose?: boolean;
  /** True if it is at the lower edge of the page, which stays readable above it. */
  isLow?: boolean;
  /** True if it may be as wide as the page. */
  isWide?: boolean;
  /** True if the page behind it must not be readable. */
  hidesPage?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <ModalOverlay
      className={['overlay', isLow && 'low', isWide && 'wide', hidesPage && 'hides']
        .filter(Boolean)
        .join(' ')}
      isOpen
      onOpenChange={(open) => !open && onClose?.()}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
    >
      <Modal>
        <Dialog className="dialog stack">
          <div className="head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {hasClose && <PlainButton onPress={onClose}>{t('app.close')}</PlainButton>}
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
