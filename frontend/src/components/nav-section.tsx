import { Box } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useId } from 'react';
import { useI18n } from '../lib/i18n/language.tsx';
import { MenuButton } from './menus/menu-button.tsx';
import { NavItem } from './nav-item.tsx';

/** A line of the sidebar with a menu. */
type Line = {
  key: string;
  label: string;
  note: string;
  /** Number of unread articles; null if it is not known. */
  unread: number | null;
  isCurrent: boolean;
  href: string;
  onSelect: () => void;
  isMenuOpen: boolean;
  onMenu: (button: HTMLElement) => void;
};

type Props = {
  title: string;
  testId: string;
  icon: ReactNode;
  lines: readonly Line[];
  box?: RefObject<HTMLDivElement | null>;
  /** The menu and the windows that it leads to. */
  children: ReactNode;
};

/** A section of the sidebar: a title above lines that have a menu each. */
export const NavSection = ({ title, testId, icon, lines, box, children }: Props) => {
  const { t } = useI18n();
  // The sidebar and the drawer may both be in the page.
  const id = useId();
  return (
    <Box as="section" ref={box} aria-labelledby={id} flexShrink="0" data-testid={testId}>
      <Box
        as="h2"
        id={id}
        textStyle="xs"
        fontWeight="semibold"
        color="fg.subtle"
        letterSpacing="0.04em"
        ps="1.375rem"
        py="2"
      >
        {title}
      </Box>
      <Box
        as="ul"
        listStyleType="none"
        px="3"
        // A long list must leave room for the feeds.
        maxH="min(12.5rem, 30vh)"
        overflowY="auto"
        css={{ scrollbarWidth: 'thin' }}
      >
        {lines.map(({ key, label, isMenuOpen, onMenu, ...line }) => (
          <li key={key}>
            <NavItem
              icon={icon}
              label={label}
              {...line}
              after={
                <div className="nav-aside">
                  <MenuButton label={t.feed.menu(label)} isOpen={isMenuOpen} onPress={onMenu} />
                </div>
              }
            />
          </li>
        ))}
      </Box>
      {children}
    </Box>
  );
};
