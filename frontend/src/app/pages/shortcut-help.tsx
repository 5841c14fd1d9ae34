import { Box, Flex, chakra } from '@chakra-ui/react';
import { Modal } from '../../components/overlays/modal.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';

export const ShortcutHelp = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useI18n();
  const lines = [
    ['j', t.shortcuts.next],
    ['k', t.shortcuts.previous],
    ['o', t.shortcuts.open],
    ['m', t.shortcuts.read],
    ['s', t.shortcuts.save],
    ['A', t.shortcuts.markAll],
    ['z', t.shortcuts.undo],
    ['Esc', t.shortcuts.close],
    ['?', t.shortcuts.help],
  ] as const;
  return (
    <Modal title={t.shortcuts.title} open={open} onClose={onClose}>
      <Box as="dl">
        {lines.map(([key, meaning]) => (
          <Flex
            key={key}
            justifyContent="space-between"
            alignItems="center"
            py="2"
            borderTopWidth="1px"
            borderColor="border"
          >
            <Box as="dd" order={1}>
              {meaning}
            </Box>
            <Box as="dt" order={2}>
              <chakra.kbd
                fontFamily="mono"
                textStyle="sm"
                px="2"
                py="0.5"
                minW="8"
                display="inline-block"
                textAlign="center"
                borderRadius="md"
                borderWidth="1px"
                borderColor="border.emphasized"
                bg="bg.subtle"
              >
                {key}
              </chakra.kbd>
            </Box>
          </Flex>
        ))}
      </Box>
    </Modal>
  );
};
