import { Box, Flex, chakra } from '@chakra-ui/react';
import { Modal } from '../../components/overlays/modal.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { shortcutsTexts } from '../../lib/i18n/texts/shortcuts.ts';

export const ShortcutHelp = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const texts = useTexts(shortcutsTexts);
  const lines = [
    ['/', texts.search],
    ['j n', texts.next],
    ['k p', texts.previous],
    ['o', texts.open],
    ['v', texts.visit],
    ['m', texts.read],
    ['s', texts.save],
    ['+ -', texts.opinion],
    ['A', texts.markAll],
    ['z', texts.undo],
    ['Esc', texts.close],
    ['?', texts.help],
  ] as const;
  return (
    <Modal title={texts.title} open={open} onClose={onClose}>
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
