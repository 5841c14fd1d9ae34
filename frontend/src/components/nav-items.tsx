import './nav.css';
import './visually-hidden.css';
import { type ComponentProps, type ReactNode, type RefObject, useId } from 'react';
import { Box } from '@chakra-ui/react';
import { languageOf } from '../lib/format.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { linkTo } from './inner-link.tsx';
import { MenuButton } from './menus/item-menu.tsx';

type NavItemProps = {
  icon: ReactNode;
  label: string;
  /** The unread count; null hides it. */
  unread: number | null;
  isCurrent: boolean;
  onSelect: () => void;
  /** The address of what it leads to. With it the line is a link, which can be opened in another tab. */
  href?: string | undefined;
  /** Set by a list that has one Tab stop for all of its lines. */
  tabIndex?: 0 | -1;
  muted?: boolean;
  strong?: boolean;
  note?: string | undefined;
  /** Content before or after the button, never inside it. */
  before?: ReactNode;
  after?: ReactNode;
};

const Unread = ({ count }: { count: number }) => {
  const { t } = useI18n();
  return (
    <span className="nav-count">
      <span aria-hidden="true">{t.numbers.whole(count)}</span>
      <span className="visually-hidden">{t.nav.unread(count)}</span>
    </span>
  );
};

type TargetProps = Pick<NavItemProps, 'href' | 'onSelect'> &
  Pick<ComponentProps<'a'>, 'tabIndex' | 'aria-current' | 'title' | 'className' | 'children'>;

/** Goes where the line leads to: a link if that has an address, else a button. */
const Target = ({ href, onSelect, children, ...rest }: TargetProps) =>
  href === undefined ? (
    <button type="button" data-stop="" onClick={onSelect} {...rest}>
      {children}
    </button>
  ) : (
    <a
      {...linkTo({ href, go: onSelect })}
      // The line as a whole may be dragged, not its link.
      draggable={false}
      data-stop=""
      {...rest}
    >
      {children}
    </a>
  );

/** Shows a line of the sidebar: icon, label and unread count. */
export const NavItem = ({
  icon,
  label,
  unread,
  isCurrent,
  onSelect,
  href,
  tabIndex,
  muted = false,
  strong = false,
  note,
  before,
  after,
}: NavItemProps) => (
  <div className={`nav-line${isCurrent ? ' is-current' : ''}`} data-line="">
    {before}
    <Target
      href={href}
      tabIndex={tabIndex}
      onSelect={onSelect}
      aria-current={isCurrent ? 'page' : undefined}
      title={note}
      className={`nav-target${muted ? ' is-muted' : ''}${strong ? ' is-strong' : ''}`}
    >
      <span className="nav-icon">{icon}</span>
      <span className="nav-label" lang={languageOf(label)}>
        {label}
      </span>
      {unread === null || unread === 0 ? null : <Unread count={unread} />}
    </Target>
    {after}
  </div>
);

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
