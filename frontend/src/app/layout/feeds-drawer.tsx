import { Box } from '@chakra-ui/react';
import { Drawer } from '@chakra-ui/react/drawer';
import { Portal } from '@chakra-ui/react/portal';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { FindInput } from '../../components/controls/inputs.tsx';
import { drawerRecipe } from '../../components/overlays/recipes.ts';
import type { FeedTree } from '../../features/feeds/folders.ts';
import type { Find } from '../../features/feeds/sidebar.tsx';
import { findInTree, wordsOf } from '../../features/feeds/tree/find-in-tree.ts';
import { useTexts } from '../../lib/i18n/language.tsx';

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
