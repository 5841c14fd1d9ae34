import { Menu } from '@chakra-ui/react/menu';
import { CheckIcon } from '../later-icons.tsx';

/** The sign of an item of a menu that is chosen. */
export const MenuCheck = () => (
  <Menu.ItemIndicator asChild>
    <span>
      <CheckIcon />
    </span>
  </Menu.ItemIndicator>
);
