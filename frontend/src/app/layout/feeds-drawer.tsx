import { Drawer } from '@chakra-ui/react/drawer';
import { Portal } from '@chakra-ui/react/portal';
import type { ReactNode } from 'react';
import { drawerRecipe } from '../../components/overlays/recipes.ts';

type Props = { label: string; open: boolean; onClose: () => void; children: ReactNode };

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
          {children}
        </Drawer.Content>
      </Drawer.Positioner>
    </Portal>
  </Drawer.Root>
);
