import type { Feed } from '@omomi/backend/contract';
import { type RefCallback, memo } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { FeedIcon } from '../../../components/feed-icon.tsx';
import { ChevronIcon, PauseIcon, WarningIcon } from '../../../components/icons.tsx';
import { MenuButton } from '../../../components/menus/item-menu.tsx';
import { NavItem } from '../../../components/nav-items.tsx';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { haveSameValues } from '../../../lib/same-values.ts';
import { troubleOf } from '../feed-notice.tsx';
import type { DropEdge } from './use-dragging.ts';
import { type TreeLine as Line, isSameLine, nameOf } from './lines.ts';

export type LineActions = {
  go: (line: Line) => void;
  toggle: (name: string) => void;
  openMenu: (line: Line, button: HTMLElement) => void;
};

type Props = {
  line: Line;
  href: string;
  isCurrent: boolean;
  isMenuOpen: boolean;
  /** True for the one line that the Tab key reaches. */
  isActive: boolean;
  /** The distance from the top of the list, in pixels. */
  top: number;
  /** The part of the line over which something is held that can be dropped there. */
  edge: DropEdge | null;
  actions: LineActions;
  /** Makes the line something to drag; undefined until the code for that is loaded. */
  drag: RefCallback<HTMLElement> | undefined;
};

const FolderToggle = ({
  name,
  isOpen,
  onToggle,
}: {
  name: string;
  isOpen: boolean;
  onToggle: () => void;
}) => {
  const { t } = useI18n();
  return (
    <IconButton
      label={isOpen ? t.nav.collapse(name) : t.nav.expand(name)}
      icon={<ChevronIcon />}
      tabIndex={-1}
      aria-expanded={isOpen}
      onClick={onToggle}
      className="is-plain nav-toggle"
    />
  );
};

/** Says why a feed brings no articles; nothing for a healthy one. */
const HealthMark = ({ feed }: { feed: Feed }) => {
  const { t } = useI18n();
  const trouble = troubleOf(t, feed);
  if (trouble === null) return null;
  const isPaused = trouble.kind === 'paused';
  return (
    <span className={`feed-mark${isPaused ? ' is-paused' : ''}`} title={trouble.why}>
      <span className="visually-hidden">{`${trouble.label}: ${trouble.why}`}</span>
      {isPaused ? <PauseIcon /> : <WarningIcon />}
    </span>
  );
};

/** True if a line shows what it showed before. Each read mark makes all lines anew, of which one or two have another count. */
const isSame = ({ line: before, ...rest }: Props, { line, ...others }: Props): boolean =>
  isSameLine(before, line) && haveSameValues(rest, others);

/** Shows a folder or a feed of the sidebar. It is memoised, because there may be a thousand feeds. */
export const TreeLine = memo(
  ({ line, href, isCurrent, isMenuOpen, isActive, top, edge, actions, drag }: Props) => {
    const { t } = useI18n();
    const isFolder = line.kind === 'folder';
    const name = nameOf(line);
    const trouble = isFolder ? null : troubleOf(t, line.feed);
    return (
      <li
        className="feed-line"
        ref={drag}
        data-key={line.key}
        data-testid="feed-line"
        aria-level={line.level}
        aria-posinset={line.place}
        aria-setsize={line.of}
        data-edge={edge ?? undefined}
        style={{ transform: `translateY(${top}px)` }}
      >
        <NavItem
          href={href}
          tabIndex={isActive ? 0 : -1}
          before={
            isFolder ? (
              <FolderToggle name={name} isOpen={line.isOpen} onToggle={() => actions.toggle(name)} />
            ) : undefined
          }
          icon={isFolder ? null : <FeedIcon title={name} iconUrl={line.feed.icon_url} />}
          label={name}
          unread={isFolder ? line.folder.unread : line.feed.unread_count}
          isCurrent={isCurrent}
          onSelect={() => actions.go(line)}
          strong={isFolder}
          muted={!isFolder && (trouble !== null || !line.feed.has_unread)}
          note={trouble?.why}
          after={
            <div className="nav-aside">
              {isFolder ? null : <HealthMark feed={line.feed} />}
              <MenuButton
                label={isFolder ? t.feed.folderMenu(name) : t.feed.menu(name)}
                isOpen={isMenuOpen}
                onPress={(button) => actions.openMenu(line, button)}
              />
            </div>
          }
        />
      </li>
    );
  },
  isSame,
);
TreeLine.displayName = 'TreeLine';
