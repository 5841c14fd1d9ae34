import { useId } from 'react';
import '../nav.css';
import { MoreIcon } from '../icons.tsx';

/** The id of the open menu. Its button names it in `aria-controls`, so that a drawer lets the focus go there. */
export const itemMenuId = 'item-menu';

type Props = { label: string; isOpen: boolean; onPress: (button: HTMLElement) => void };

/** The button of the menu of an item of the sidebar. It is no Tab stop of its own: the right arrow leads to it. */
export const MenuButton = ({ label, isOpen, onPress }: Props) => (
  <button
    type="button"
    className="nav-menu"
    tabIndex={-1}
    data-aside=""
    aria-label={label}
    title={label}
    id={useId()}
    aria-haspopup="menu"
    aria-expanded={isOpen}
    aria-controls={isOpen ? itemMenuId : undefined}
    onClick={(event) => onPress(event.currentTarget)}
  >
    <MoreIcon />
  </button>
);
