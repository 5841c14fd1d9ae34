import type { ComponentProps, ReactNode } from 'react';
import './nav.css';
import './visually-hidden.css';
import { languageOf } from '../lib/format.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { linkTo } from './inner-link.tsx';

type Props = {
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

type TargetProps = Pick<Props, 'href' | 'onSelect'> &
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
}: Props) => (
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
