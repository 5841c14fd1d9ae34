import { Box, Flex, chakra } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Select } from '../../components/controls/inputs.tsx';
import { Modal } from '../../components/overlays/modal.tsx';
import type { Dictionary } from '../../lib/i18n/en/start.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import {
  type KeySet,
  type OwnKeys,
  isPlainKey,
  keyOf,
  keySets,
  setNames,
  setOf,
  withKey,
} from '../../lib/own-keys.ts';
import { keepKeys, ownKeys } from '../../lib/translate-keys.ts';
import { chords } from '../use-app-keys.ts';
import type { LaterTexts } from '../../lib/i18n/en/later.ts';

/** A line names the keys of deeds, which can be changed, or keys that are always the same. */
type Line = { meaning: string } & ({ deeds: readonly string[] } | { keys: string });

const line = (keys: string, meaning: string): Line => ({ keys, meaning });
const movable = (deeds: string, meaning: string): Line => ({ deeds: deeds.split(' '), meaning });

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
    movable('j', texts.next),
    movable('k', texts.previous),
    movable('n p', texts.select),
    line('Space', texts.page),
    line('Shift Space', texts.pageUp),
    movable('o', texts.open),
    movable('v', texts.visit),
    movable('m', texts.read),
    movable('s', texts.save),
    movable('t', texts.tags),
    movable('h', texts.highlight),
    movable('l', texts.aloud),
    line('1 … 9', texts.send),
    movable('+ -', texts.opinion),
    movable('A', texts.markAll),
    movable('K J', texts.markSides),
    movable('z', texts.undo),
    line('Esc', texts.close),
    movable('u', texts.up),
  ];
  const everywhere: Line[] = [
    line('Ctrl K · ⌘ K', texts.palette),
    movable('/', texts.search),
    movable('r', texts.fetch),
    movable('?', texts.help),
  ];
  const feeds: Line[] = [
    line('↑ ↓ Home End', texts.lines),
    line('← →', texts.folders),
    line('a … z', texts.names),
    line('← → Enter', texts.widths),
  ];
  const go = Object.entries(chords).map(([key, act]) => line(`g ${key}`, places[act]));
  return { everywhere, list, go, feeds };
};

const look = {
  fontFamily: 'mono',
  textStyle: 'sm',
  px: '2',
  py: '0.5',
  minW: '8',
  textAlign: 'center',
  borderRadius: 'md',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  bg: 'bg.subtle',
} as const;

type Change = { keys: OwnKeys; change: (keys: OwnKeys) => void };

/** Shows the key of a deed. Pressed, it takes the next key in its place; Esc leaves it as it is. */
const DeedKey = ({ deed, meaning, keys, change }: { deed: string; meaning: string } & Change) => {
  const texts = useTexts('shortcuts');
  const [isAsking, setAsking] = useState(false);
  const key = keyOf(keys, deed);
  const take = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOver = event.key === 'Escape' || isPlainKey(event.key);
    if (!isOver) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key !== 'Escape') change(withKey(keys, deed, event.key));
    setAsking(false);
  });
  useEffect(() => {
    if (!isAsking) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => take(event);
    // Before the window of the help, which Esc would close.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isAsking]);
  return (
    <chakra.button
      type="button"
      {...look}
      cursor="pointer"
      borderColor={isAsking ? 'shu.solid' : look.borderColor}
      _hover={{ bg: 'bg.muted' }}
      aria-label={isAsking ? texts.pressKey(meaning) : texts.changeKey(meaning, key ?? texts.noKey)}
      onClick={() => setAsking(true)}
      onBlur={() => setAsking(false)}
    >
      {isAsking ? '…' : (key ?? '–')}
    </chakra.button>
  );
};

const Keys = ({ line, ...changing }: { line: Line } & Change) =>
  'deeds' in line ? (
    <Flex gap="1" justifyContent="end">
      {line.deeds.map((deed) => (
        <DeedKey key={deed} deed={deed} meaning={line.meaning} {...changing} />
      ))}
    </Flex>
  ) : (
    <chakra.kbd
      {...look}
      display="inline-block"
      overflowWrap="normal"
      whiteSpace={{ base: 'normal', sm: 'nowrap' }}
    >
      {line.keys}
    </chakra.kbd>
  );

const Group = ({ title, lines, ...changing }: { title: string; lines: readonly Line[] } & Change) => (
  <Box as="section" mb="5">
    <Box as="h3" textStyle="xs" fontWeight="semibold" color="fg.muted" letterSpacing="0.04em" mb="1">
      {title}
    </Box>
    <Box as="dl">
      {lines.map((each) => (
        <Flex
          key={each.meaning}
          justifyContent="space-between"
          alignItems="center"
          gap="4"
          py="1.5"
          borderTopWidth="1px"
          borderColor="border"
        >
          <Box as="dd" order={1}>
            {each.meaning}
          </Box>
          <Box as="dt" order={2} flexShrink={{ base: 1, sm: 0 }} textAlign="end">
            <Keys line={each} {...changing} />
          </Box>
        </Flex>
      ))}
    </Box>
  </Box>
);

const programs: Record<KeySet, string> = {
  omomi: 'Omomi',
  feedly: 'Feedly',
  inoreader: 'Inoreader',
  gmail: 'Gmail',
  vim: 'vim',
};

/** Chooses the keys of another program. Those of the reader's own making have a name of their own while they hold. */
const SetChoice = ({ keys, change }: Change) => {
  const texts = useTexts('shortcuts');
  const chosen = setOf(keys);
  const own = chosen === null ? [{ value: 'own' as const, label: texts.ownSet }] : [];
  return (
    <Box mb="4">
      <Select
        label={texts.keySet}
        value={chosen ?? 'own'}
        onChange={(name) => name !== 'own' && change(keySets[name])}
        options={[...setNames.map((name) => ({ value: name, label: texts.keysOf(programs[name]) })), ...own]}
      />
      <Box textStyle="xs" color="fg.muted" mt="1">
        {texts.changeHint}
      </Box>
    </Box>
  );
};

/** Names all keys, and lets the reader change them. */
export const ShortcutHelp = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useI18n();
  const texts = useTexts('shortcuts');
  const { everywhere, list, go, feeds } = linesOf(texts, t);
  const [keys, setKeys] = useState(ownKeys);
  const changing = {
    keys,
    change: (next: OwnKeys): void => {
      keepKeys(next);
      setKeys(next);
    },
  };
  return (
    <Modal title={texts.title} open={open} onClose={onClose} isText>
      <SetChoice {...changing} />
      <Group title={texts.groups.everywhere} lines={everywhere} {...changing} />
      <Group title={texts.groups.list} lines={list} {...changing} />
      <Group title={texts.groups.go} lines={go} {...changing} />
      <Group title={texts.groups.feeds} lines={feeds} {...changing} />
    </Modal>
  );
};
