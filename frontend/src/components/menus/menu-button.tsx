import { useId } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { densePointer, lineHeights } from '../../lib/screen.ts';
import { MoreIcon } from '../icons.tsx';

/** The id of the open menu. Its button names it in `aria-controls`, so that a drawer lets the focus go there. */
export const itemMenuId = 'item-menu';

/** If the pointer can hover, hovering shows the menu button instead of the count. Otherwise both are shown. */
export const menuStyle = {
  '@media (hover: hover)': {
    '& .feed-menu': { position: 'absolute', insetInlineEnd: 0, top: 0, opacity: 0 },
    '&:hover .feed-menu, & .feed-menu:focus-visible, & .feed-menu[aria-expanded=true]': { opacity: 1 },
    '&:hover .nav-count, &:has(.feed-menu:focus-visible) .nav-count': { visibility: 'hidden' },
    '&:hover .feed-mark, &:has(.feed-menu:focus-visible) .feed-mark': { visibility: 'hidden' },
    '& .feed-marks': { paddingInlineEnd: '8px' },
  },
} as const;

type Props = { label: string; isOpen: boolean; onPress: (button: HTMLElement) => void };

/** As high as a line of the sidebar: `denseLine`. */
const size = {
  width: '2.5rem',
  height: `${lineHeights.touch}px`,
  minWidth: '0',
  [`@media ${densePointer}`]: { width: '1.75rem', height: `${lineHeights.dense}px` },
} as const;

/** The button of the menu of an item of the sidebar. It is no Tab stop of its own: the right arrow leads to it. */
export const MenuButton = ({ label, isOpen, onPress }: Props) => (
  <IconButton
    className="feed-menu"
    css={size}
    tabIndex={-1}
    data-aside=""
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
