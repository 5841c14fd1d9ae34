import { Menu } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import type { ReactNode } from 'react';
import { CheckIcon } from '../later-icons.tsx';
import { itemMenuId } from './item-menu.tsx';
import { menuRecipe } from '../overlays/recipes.ts';

/** The sign of an item of a menu that is chosen. */
export const MenuCheck = () => (
  <Menu.ItemIndicator asChild>
    <span>
      <CheckIcon />
    </span>
  </Menu.ItemIndicator>
);

type Props = {
  /** The button above the menu. */
  button: HTMLElement;
  label: string;
  /** Gets the value of the chosen item. */
  onChoose: (value: string) => void;
  onClose: () => void;
  /** The items. */
  children: ReactNode;
};

/** An open menu under a button that stands elsewhere, so that one menu serves all items of a list. */
export const ButtonMenu = ({ button, label, onChoose, onClose, children }: Props) => (
  <Menu.Root
    recipe={menuRecipe}
    open
    // A press of the menu's own button is no press outside.
    ids={{ content: itemMenuId, trigger: button.id }}
    onOpenChange={({ open }) => {
      if (open) return;
      button.focus({ preventScroll: true });
      onClose();
    }}
    onSelect={({ value }) => onChoose(value)}
    positioning={{ placement: 'bottom-end', getAnchorRect: () => button.getBoundingClientRect() }}
  >
    <Portal>
      <Menu.Positioner>
        <Menu.Content aria-label={label}>{children}</Menu.Content>
      </Menu.Positioner>
    </Portal>
  </Menu.Root>
);
