import { Box, Flex, chakra } from '@chakra-ui/react';
import { Modal } from '../../components/overlays/modal.tsx';
import type { Dictionary } from '../../lib/i18n/en/start.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { chords } from '../keys/chords.ts';
import type { LaterTexts } from '../../lib/i18n/en/later.ts';

type Line = readonly [keys: string, meaning: string];

const linesOf = (texts: LaterTexts['shortcuts'], t: Dictionary) => {
  const places = {
    all: t.nav.all,
    today: t.nav.today,
    saved: t.nav.saved,
    feeds: t.nav.label,
    manage: t.nav.manage,
    keywords: t.nav.keywords,
    crawls: t.nav.crawls,
    jobs: t.nav.jobs,
    settings: t.nav.settings,
  };
  const list: Line[] = [
    ['j', texts.next],
    ['k', texts.previous],
    ['n p', texts.select],
    ['Space', texts.page],
    ['Shift Space', texts.pageUp],
    ['o', texts.open],
    ['v', texts.visit],
    ['m', texts.read],
    ['s', texts.save],
    ['t', texts.tags],
    ['h H', texts.highlight],
    ['l', texts.aloud],
    ['1 … 9', texts.send],
    ['+ -', texts.opinion],
    ['A', texts.markAll],
    ['K J', texts.markSides],
    ['z', texts.undo],
    ['Esc', texts.close],
    ['u', texts.up],
  ];
  const everywhere: Line[] = [
    ['Ctrl K · ⌘ K', texts.palette],
    ['/', texts.search],
    ['r', texts.fetch],
    ['?', texts.help],
  ];
  const feeds: Line[] = [
    ['↑ ↓ Home End', texts.lines],
    ['← →', texts.folders],
    ['a … z', texts.names],
    ['← → Enter', texts.widths],
  ];
  const go = Object.entries(chords).map(([key, act]): Line => [`g ${key}`, places[act]]);
  return { everywhere, list, go, feeds };
};

const Keys = ({ keys }: { keys: string }) => (
  <chakra.kbd
    fontFamily="mono"
    textStyle="sm"
    px="2"
    py="0.5"
    minW="8"
    display="inline-block"
    whiteSpace={{ base: 'normal', sm: 'nowrap' }}
    textAlign="center"
    borderRadius="md"
    borderWidth="1px"
    borderColor="border.emphasized"
    bg="bg.subtle"
  >
    {keys}
  </chakra.kbd>
);

const Group = ({ title, lines }: { title: string; lines: readonly Line[] }) => (
  <Box as="section" mb="5">
    <Box as="h3" textStyle="xs" fontWeight="semibold" color="fg.muted" letterSpacing="0.04em" mb="1">
      {title}
    </Box>
    <Box as="dl">
      {lines.map(([keys, meaning]) => (
        <Flex
          key={keys}
          justifyContent="space-between"
          alignItems="center"
          gap="4"
          py="1.5"
          borderTopWidth="1px"
          borderColor="border"
        >
          <Box as="dd" order={1}>
            {meaning}
          </Box>
          <Box as="dt" order={2} flexShrink={{ base: 1, sm: 0 }} textAlign="end">
            <Keys keys={keys} />
          </Box>
        </Flex>
      ))}
    </Box>
  </Box>
);

/** Names all keys. */
export const ShortcutHelp = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useI18n();
  const texts = useTexts('shortcuts');
  const { everywhere, list, go, feeds } = linesOf(texts, t);
  return (
    <Modal title={texts.title} open={open} onClose={onClose} isText>
      <Group title={texts.groups.everywhere} lines={everywhere} />
      <Group title={texts.groups.list} lines={list} />
      <Group title={texts.groups.go} lines={go} />
      <Group title={texts.groups.feeds} lines={feeds} />
    </Modal>
  );
};
