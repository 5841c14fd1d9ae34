import { Box } from '@chakra-ui/react';
import { Drawer } from '@chakra-ui/react/drawer';
import { Portal } from '@chakra-ui/react/portal';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { FeedTree } from '../../features/feeds/folders.ts';
import { FindInput } from '../../components/controls/inputs.tsx';
import { drawerRecipe } from '../../components/overlays/recipes.ts';
import type { Find } from '../../features/feeds/sidebar.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns the words of what a reader types to find a feed; none for blanks. */
const wordsOf = (typed: string): string[] => folded(typed).split(/\s+/u).filter(Boolean);

/** Returns the feeds whose names have all words, in their folders, and the folders with all words, whole. */
const findInTree = ({ folders, loose, unread }: FeedTree, words: readonly string[]): FeedTree => {
  const isFound = (name: string): boolean => {
    const text = folded(name);
    return words.every((word) => text.includes(word));
  };
  return {
    folders: folders
      .map((folder) =>
        isFound(folder.name)
          ? folder
          : { ...folder, feeds: folder.feeds.filter(({ title }) => isFound(title)) },
      )
      .filter(({ feeds }) => feeds.length > 0),
    loose: loose.filter(({ title }) => isFound(title)),
    unread,
  };
};

type Filter = { filter: ReactNode; find: Find | null };

type Props = { label: string; open: boolean; onClose: () => void; children: (filter: Filter) => ReactNode };

/** Asks for a part of a name, and hands on what finds it. */
const Filtered = ({ children }: Pick<Props, 'children'>) => {
  const texts = useTexts('drawer');
  const [text, setText] = useState('');
  const settled = useDeferredValue(text);
  const find = useMemo(() => {
    const words = wordsOf(settled);
    const none = (
      <Box as="output" display="block" px="2.5" py="3" color="fg.muted" textStyle="sm">
        {texts.none}
      </Box>
    );
    return words.length === 0 ? null : { in: (tree: FeedTree) => findInTree(tree, words), none };
  }, [settled, texts]);
  return children({
    find,
    filter: (
      <Box px="3" pb="2" borderBottomWidth="1px" borderColor="border" mb="2">
        <FindInput label={texts.find} value={text} onChange={setText} />
      </Box>
    ),
  });
};

/** Shows the sidebar as a drawer on a narrow screen. */
export const FeedsDrawer = ({ label, open, onClose, children }: Props) => (
  <Drawer.Root
    recipe={drawerRecipe}
    open={open}
    onOpenChange={({ open: stays }) => !stays && onClose()}
    placement="start"
    lazyMount
    unmountOnExit
  >
    <Portal>
      <Drawer.Backdrop />
      <Drawer.Positioner>
        <Drawer.Content maxW="20rem" w="86vw" bg="bg.subtle" aria-label={label}>
          <Filtered>{children}</Filtered>
        </Drawer.Content>
      </Drawer.Positioner>
    </Portal>
  </Drawer.Root>
);
