import { Box, Flex, VisuallyHidden, chakra } from '@chakra-ui/react';
import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { countOn, sides, useMarkSide } from '../features/articles/marks/use-mark-side.ts';
import { useMarkRead } from '../features/articles/marks/mark-all-button.tsx';
import { useFetchFeeds } from '../features/jobs/refresh-button.tsx';
import { useShownList } from '../lib/shown-list.ts';
import { preferencesQuery, useChangePreferences } from '../lib/preferences/queries.ts';
import { Input } from '../components/controls/inputs.tsx';
import { tagsQuery } from '../features/articles/tags/queries.ts';
import { searchesQuery } from '../lib/queries/common.ts';
import { languageOf } from '../lib/format.ts';
import { useI18n, useTexts } from '../lib/i18n/language.tsx';
import { feedsQuery } from '../lib/queries/feeds.ts';
import { meQuery } from '../lib/session.ts';
import { dialogRecipe } from '../components/overlays/recipes.ts';
import { goToSearch } from './address/use-search-view.ts';
import { useOpenDialog } from './dialogs.tsx';
import { goToPage, useReading } from './use-reading.ts';
import { type Deeds, type PaletteItem, paletteItems, matching } from './palette-items.ts';

/** Returns what the palette does. Each closes the palette first, by `onClose`. */
const useDeeds = (onClose: () => void): Deeds => {
  const { goTo, view, shown } = useReading();
  const openDialog = useOpenDialog();
  const { mutate: fetchFeeds } = useFetchFeeds();
  const { mutate: markRead } = useMarkRead();
  const { mutate: change } = useChangePreferences();
  const { rows, hasMore, currentId } = useShownList();
  const markSide = useMarkSide();
  const closing =
    <Given extends unknown[]>(run: (...given: Given) => void) =>
    (...given: Given): void => {
      onClose();
      run(...given);
    };
  return {
    go: closing(goTo),
    show: closing((page) => goToPage(page)),
    search: closing(goToSearch),
    open: closing(openDialog),
    fetchFeeds: closing(() => fetchFeeds()),
    markAll: closing(() => {
      const count = shown.reduce((sum, { unread_count }) => sum + unread_count, 0);
      // A tag is not a list of feeds, and no mark covers its articles.
      if (view.tag === null) markRead({ feed_id: view.feed_id, folder: view.folder, age: 'any', count });
    }),
    marksOfSides: sides.flatMap((side) => {
      const count = countOn({ rows, hasMore }, currentId, side);
      return count === 0 ? [] : { side, count, mark: closing(() => markSide(currentId, side)) };
    }),
    change: closing((choice) => change(choice)),
  };
};

/** The most items that are shown. Another word narrows them down. */
const MOST = 40;

// The browser's own list of options shows no kinds, and does not act at once.
const roles = {
  combobox: { role: 'combobox' },
  listbox: { role: 'listbox' },
  option: { role: 'option' },
} as const;

type OptionProps = { item: PaletteItem; id: string; isActive: boolean; onActive: () => void };

const Option = ({ item, id, isActive, onActive }: OptionProps) => {
  const texts = useTexts('palette');
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const [name = ''] = item.names;
  return (
    <chakra.li
      ref={ref}
      id={id}
      {...roles.option}
      aria-selected={isActive}
      display="flex"
      alignItems="center"
      gap="3"
      px="3"
      minH={{ base: '11', md: '9' }}
      borderRadius="md"
      cursor="pointer"
      bg={isActive ? 'bg.muted' : 'transparent'}
      css={{
        '@media (forced-colors: active)': { '&[aria-selected=true]': { outline: '2px solid Highlight' } },
      }}
      onPointerMove={onActive}
      onClick={item.run}
    >
      <Box flex="1" truncate lang={languageOf(name)}>
        {name}
      </Box>
      <Box flexShrink="0" color="fg.muted" textStyle="xs">
        {texts.kinds[item.kind]}
      </Box>
    </chakra.li>
  );
};

/** Returns the item to which a key leads, from the one at `at`; null if the key has no meaning here. */
const itemAfter = (key: string, at: number, count: number): number | null => {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at + count - 1) % count;
    case 'PageDown':
      return Math.min(count - 1, at + 8);
    case 'PageUp':
      return Math.max(0, at - 8);
    default:
      return null;
  }
};

/** Returns what the query finds, and which of it the arrow keys have reached. */
const useFinder = (onClose: () => void) => {
  const { language } = useI18n();
  const { data: feeds } = useQuery(feedsQuery);
  const { data: searches } = useQuery(searchesQuery);
  const { data: preferences } = useQuery(preferencesQuery);
  const { data: tags } = useQuery({ ...tagsQuery, enabled: preferences?.has_tags === true });
  const { data: me } = useQuery(meQuery);
  const deeds = useDeeds(onClose);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const known = {
    feeds: feeds?.items ?? [],
    searches: searches?.items ?? [],
    tags: tags?.items ?? [],
    isOwner: me?.is_owner === true,
  };
  const items = paletteItems({ ...known, language }, deeds);
  const found = matching(query, items, MOST);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = itemAfter(event.key, at, found.length);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) found[at]?.run();
    else setAt(next);
  };
  return {
    query,
    found,
    at,
    setAt,
    onKeyDown,
    setQuery: (text: string): void => {
      setQuery(text);
      setAt(0);
    },
  };
};

type FoundProps = Pick<ReturnType<typeof useFinder>, 'found' | 'at' | 'setAt'> & { id: string };

const Found = ({ found, at, setAt, id }: FoundProps) => {
  const texts = useTexts('palette');
  return (
    <Box
      as="ul"
      {...roles.listbox}
      id={`${id}-list`}
      aria-label={texts.results}
      listStyleType="none"
      maxH="min(24rem, 60dvh)"
      overflowY="auto"
      p="2"
      borderTopWidth="1px"
      borderColor="border"
    >
      {found.map((item, place) => (
        <Option
          key={item.id}
          item={item}
          id={`${id}-${item.id}`}
          isActive={place === at}
          onActive={() => setAt(place)}
        />
      ))}
    </Box>
  );
};

/** The field and the list of what it finds, in the pattern of a combobox: the focus stays in the field. */
const Finder = ({ onClose }: { onClose: () => void }) => {
  const texts = useTexts('palette');
  const { query, setQuery, found, at, setAt, onKeyDown } = useFinder(onClose);
  const id = useId();
  const active = found[at];
  return (
    <>
      <Input
        {...roles.combobox}
        aria-label={texts.title}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${id}-${active.id}`}
        placeholder={texts.placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        size="lg"
        border="none"
        borderBottomRadius="0"
        bg="transparent"
        _focusVisible={{ outline: 'none', boxShadow: 'inset 0 -2px 0 var(--chakra-colors-shu-solid)' }}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={onKeyDown}
      />
      <Found found={found} at={at} setAt={setAt} id={id} />
      {found.length === 0 ? (
        <Flex as="output" px="5" pb="5" color="fg.muted" textStyle="sm">
          {texts.none(query)}
        </Flex>
      ) : null}
    </>
  );
};

/** Shows the palette: a field that leads to every feed, folder, saved search and page, and does every action. */
export const Palette = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const texts = useTexts('palette');
  return (
    <Dialog.Root
      recipe={dialogRecipe}
      open={open}
      onOpenChange={({ open: stays }) => !stays && onClose()}
      placement="top"
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content
            width="36rem"
            maxW="calc(100% - 2rem)"
            mt={{ base: '4', md: '20' }}
            overflow="hidden"
          >
            <VisuallyHidden>
              <Dialog.Title>{texts.title}</Dialog.Title>
            </VisuallyHidden>
            <Finder onClose={onClose} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
};
