import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useI18n } from '../../lib/i18n/language.tsx';
import { Modal } from './modal.tsx';

type Props = {
  title: string;
  text: string;
  action: string;
  open: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation before an action that cannot be undone. */
export const Confirm = ({ title, text, action, open, busy = false, onConfirm, onClose }: Props) => {
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
