import { useId } from 'react';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { MoreIcon } from '../../components/icons.tsx';

/** The id of the open menu. Its button names it in `aria-controls`, so that a drawer lets the focus go there. */
export const itemMenuId = 'feed-menu';

type Props = { label: string; isOpen: boolean; onPress: (button: HTMLElement) => void };

/** The button of the menu of a feed or a folder. */
export const MenuButton = ({ label, isOpen, onPress }: Props) => (
  <IconButton
    className="feed-menu"
    label={label}
    icon={<MoreIcon />}
    id={useId()}
    aria-haspopup="menu"
    focusVisibleRing="inside"
    aria-expanded={isOpen}
    aria-controls={isOpen ? itemMenuId : undefined}
    _expanded={{ bg: 'transparent' }}
    onClick={(event) => onPress(event.currentTarget)}
  />
);
