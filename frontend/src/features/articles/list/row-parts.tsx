import type { ArticleRow as Row } from '@omomi/backend/contract';
import type { ReactNode } from 'react';
// In this order: later ones change rules of earlier ones.
import '../../../components/visually-hidden.css';
import './css/rows.css';
import './css/views.css';
import './css/texts.css';
import './css/parts.css';
import './css/wide.css';
import './css/narrow.css';
import { BookmarkCount } from './row-figures.tsx';
import { linkTo } from '../../../components/inner-link.tsx';
import { MarkedText } from '../../../components/marked-text.tsx';
import { BookmarkIcon, DotIcon, MoreIcon } from '../../../components/icons.tsx';
import { fullTime, languageOf, relativeTime, timeLeft } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { go } from '../../../lib/address/history.ts';
import { type OpenMode, moveArticle } from '../pane/open-mode.ts';

// The parts that rows, cards and stories share.

export const rowId = (articleId: string): string => `article-${articleId}`;
/** Where a row stands in its list, and in the grid of which only a part is rendered. */
export type RowPlace = {
  /** Its place in the list, from 0. */
  index: number;
  /** The number of rows of the list; -1 if it is not known. */
  setSize: number;
  /** True if its article is shown beside or over the list. */
  isShown: boolean;
  /** The number of its line. */
  line: number;
  /** Takes the height of the line from its first row. */
  measure: ((element: Element | null) => void) | undefined;
};

/** Returns the attributes of an article's element, the same in each view; `kind` names its view in `css/views.css`. */
export const rowFrame = (
  kind: string,
  { article_id, is_read, is_saved }: Row,
  { index, setSize, isShown, line, measure }: RowPlace,
) =>
  ({
    className: `row ${kind}`,
    id: rowId(article_id),
    ref: measure,
    'data-index': line,
    'data-article': article_id,
    'aria-posinset': index + 1,
    'aria-setsize': setSize,
    'aria-current': isShown ? 'true' : undefined,
    'data-testid': 'article-row',
    'data-read': is_read,
    'data-saved': is_saved,
  }) as const;

export const rowButtonId = (articleId: string): string => `open-${articleId}`;

export type RowActions = {
  /** Where articles open. */
  mode: OpenMode;
  /** Opens a row at a press. One that is shown in its own pane stays open, one in its place closes. */
  press: (row: Row) => void;
  /** Opens or closes a row. `top` scrolls it to the header. Otherwise it keeps its position on the screen. */
  toggleOpen: (row: Row, scroll?: 'top') => void;
  setRead: (row: Row, isRead: boolean) => void;
  setSaved: (row: Row, isSaved: boolean) => void;
  /** Opens the article at its source in another tab, in the background where the browser allows it. */
  visit: (link: string) => void;
  warm: (articleId: string) => void;
  /** Returns the address of the article in its list. */
  addressOf: (articleId: string) => string;
  select: (articleId: string) => void;
};

/** The tags that the reader and their rules gave the article. */
const Tags = ({ row: { tags, own_tags: ownTags } }: { row: Row }) =>
  // A row that an older version kept has none of the reader's own.
  [...new Set([...(tags ?? []), ...(ownTags ?? [])])].map((tag) => (
    <span key={tag} className="fact-label" lang={languageOf(tag)} data-testid="tag">
      {tag}
    </span>
  ));

/** Shows when an article was published; the exact time when pointed at. */
export const Age = ({ row, now }: { row: Row; now: Date }) => {
  const { t, language } = useI18n();
  return (
    <time
      dateTime={row.published_at}
      title={row.is_date_estimated ? t.list.estimated : fullTime(row.published_at, language)}
    >
      {row.is_date_estimated ? '~' : ''}
      {relativeTime(row.published_at, now, language)}
    </time>
  );
};

const Dot = () => <span aria-hidden="true">·</span>;

/** Shows the name of an article's feed as a link to the feed's own list, unless the reader has left it. */
const Source = ({ row: { feed_id, feed_title, is_former_feed } }: { row: Row }) => {
  const href = `/?feed=${feed_id}`;
  return is_former_feed ? (
    <span className="cut" lang={languageOf(feed_title)}>
      {feed_title}
    </span>
  ) : (
    <a
      className="cut source"
      lang={languageOf(feed_title)}
      {...linkTo({
        href,
        go: () => {
          go(href);
          window.scrollTo(0, 0);
        },
      })}
    >
      {feed_title}
    </a>
  );
};

/** Shows the source, age and length of an article, its labels, and when it goes. */
export const RowFacts = ({ row, now }: { row: Row; now: Date }) => {
  const { t, language } = useI18n();
  const left = timeLeft(row.expires_at, now, language);
  return (
    <div className="facts">
      <div className="facts-main">
        <Source row={row} />
        {row.is_former_feed ? (
          <span className="fact-label" title={t.list.formerHint}>
            {t.list.former}
          </span>
        ) : null}
        <Dot />
        <span>
          <Age row={row} now={now} />
        </span>
        {row.reading_minutes === null ? null : (
          <span className="fact-length">
            <Dot /> {t.list.minutes(row.reading_minutes)}
          </span>
        )}
      </div>
      <Tags row={row} />
      {left === null ? null : (
        <>
          <Dot />
          <span title={t.list.goesHint} data-testid="goes">
            {t.list.goes(left)}
          </span>
        </>
      )}
      <BookmarkCount count={row.bookmark_count} />
    </div>
  );
};

/** The places of a row that a search looked for, with the part of the text that has most of them. */
export type RowMatch = Record<
  'title' | 'text',
  { text: string; ranges: readonly (readonly [start: number, end: number])[] }
> & {
  /** Stands above the row, and says how it and those below differ from the rows before. */
  note?: string | undefined;
};

/** The number of characters above which a title may not fit its lines. */
const longTitle = 80;

type TitleProps = { row: Row; match?: RowMatch | undefined; isOpen?: boolean; actions: RowActions };

/** Shows the title of a row as a link to its article, which covers the whole row. */
export const RowTitle = ({ row, match, isOpen = false, actions }: TitleProps) => {
  const { t } = useI18n();
  return (
    <h2 className="row-title" lang={languageOf(row.title)} data-title={match?.title.text ?? row.title}>
      <a
        href={actions.addressOf(row.article_id)}
        id={rowButtonId(row.article_id)}
        aria-expanded={actions.mode === 'in_place' ? isOpen : undefined}
        aria-controls={isOpen ? `${rowId(row.article_id)}-body` : undefined}
        onClick={(event) => {
          // With a modifier key, the browser opens the article's address in another tab or window.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          moveArticle(actions, false, () => actions.press(row));
        }}
        onFocus={() => actions.select(row.article_id)}
        // Rows show three lines of it.
        title={row.title.length > longTitle ? row.title : undefined}
      >
        {row.is_read ? null : <span className="visually-hidden">{t.list.newState}: </span>}
        {match === undefined ? row.title : <MarkedText {...match.title} />}
      </a>
    </h2>
  );
};

/** Shows the beginning of the text, or `children` in its place. */
export const Excerpt = ({ text, children }: { text: string; children?: ReactNode }) =>
  text === '' ? null : (
    <div className="row-excerpt" lang={languageOf(text)}>
      {children ?? text}
    </div>
  );

type MarkProps = { label: string; icon: ReactNode; isOn: boolean; isPressed?: boolean; onClick: () => void };

const Mark = ({ label, icon, isOn, isPressed, onClick }: MarkProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={isPressed}
    data-on={isOn ? '' : undefined}
    onClick={onClick}
  >
    {icon}
  </button>
);

/** Shows the buttons for read, saved and the menu. */
export const RowMarks = ({ row, actions }: { row: Row; actions: RowActions }) => {
  const { t } = useI18n();
  return (
    <div className="marks">
      <Mark
        label={row.is_read ? t.list.markUnread : t.list.markRead}
        icon={<DotIcon filled={!row.is_read} />}
        isOn={!row.is_read}
        onClick={() => actions.setRead(row, !row.is_read)}
      />
      <Mark
        label={row.is_saved ? t.list.unsave : t.list.save}
        icon={<BookmarkIcon filled={row.is_saved} />}
        isOn={row.is_saved}
        isPressed={row.is_saved}
        onClick={() => actions.setSaved(row, !row.is_saved)}
      />
      {/* Its menu is loaded after the list, and opens by itself. */}
      <button
        type="button"
        aria-label={t.list.rowMenu}
        title={t.list.rowMenu}
        aria-haspopup="menu"
        data-menu={row.article_id}
      >
        <MoreIcon />
      </button>
    </div>
  );
};
