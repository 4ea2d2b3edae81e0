import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

/** A dialog that is open. */
export function OpenWindow({
  title,
  onClose,
  children,
}: {
  title: string;
  /** Undefined when it cannot be closed. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}): ReactNode {
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      onOpenChange={(open) => !open && onClose?.()}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
    >
      <Modal>
        <Dialog className="dialog stack">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
