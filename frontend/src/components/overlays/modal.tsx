import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import type { ReactNode } from 'react';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useBackCloses } from '../../lib/address/use-back-closes.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { CloseIcon } from '../icons.tsx';
import { dialogRecipe } from './recipes.ts';

/**
 * The ring of the whole text, which has the focus as soon as it is shown. It is thin and follows the corners of the window. It is
 * grey, because a red one looks like an error.
 */
const quietRing = {
  outlineWidth: '1px',
  outlineColor: 'gray.focusRing',
  outlineOffset: '-1px',
  borderBottomRadius: '2xl',
};

type Props = {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  /** The ARIA role; `alertdialog` for a question that must be answered before anything else. */
  role?: 'dialog' | 'alertdialog';
  /** True for a text without controls that may need scrolling, so that the keyboard can do it. */
  isText?: boolean;
  /** Returns what has the focus after the window; by default, what had it before. */
  focusAfter?: () => HTMLElement | null;
};

export const Modal = ({
  title,
  open,
  onClose,
  children,
  role = 'dialog',
  isText = false,
  focusAfter,
}: Props) => {
  const { t } = useI18n();
  useBackCloses(open, onClose);
  return (
    <Dialog.Root
      recipe={dialogRecipe}
      open={open}
      onOpenChange={({ open: stays }) => !stays && onClose()}
      role={role}
      {...(focusAfter === undefined ? {} : { finalFocusEl: focusAfter })}
      placement="center"
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content width="30rem" maxW="calc(100% - 2rem)">
            <Dialog.Header pe="16" pb="2">
              <Dialog.Title textStyle="lg" fontWeight="semibold">
                {title}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body {...(isText ? { tabIndex: 0, _focusVisible: quietRing } : {})}>
              {children}
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <IconButton label={t.common.close} icon={<CloseIcon />} onClick={onClose} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
};

type ConfirmProps = {
  title: string;
  text: string;
  action: string;
  open: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before an action that cannot be undone. */
export const Confirm = ({ title, text, action, open, busy = false, onConfirm, onClose }: ConfirmProps) => {
  const { t } = useI18n();
  return (
    <Modal title={title} open={open} onClose={onClose} role="alertdialog">
      <Box color="fg.muted" textStyle="md">
        {text}
      </Box>
      <Flex justifyContent="flex-end" gap="2" mt="6">
        <Button variant="ghost" onClick={onClose}>
          {t.common.cancel}
        </Button>
        <Button colorPalette="shu" onClick={onConfirm} disabled={busy}>
          {action}
        </Button>
      </Flex>
    </Modal>
  );
};
