import type { ArticleRow } from '@omomi/backend/contract';
import { type ReactNode, memo, Suspense } from 'react';
import { ReasonChips } from '../reasons/reason-chips.tsx';
import {
  type RowActions,
  type RowPlace,
  type RowMatch,
  Excerpt,
  RowFacts,
  RowMarks,
  RowTitle,
  rowFrame,
  Age,
} from './row-parts.tsx';
import { RowSources, ArticleStory, storySizeOf } from './article-story.tsx';
import { RowPicture, useRowPicture } from './row-picture.tsx';
import { Score, ScoreNumber } from './row-figures.tsx';
import { languageOf } from '../../../lib/format.ts';
import { MarkedText } from '../../../components/marked-text.tsx';
import { ErrorBoundary } from '../../../components/page/error-boundary.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import type { ListLook } from '../../../lib/preferences/choices.ts';
import { loadText } from '../pane/load-article.ts';

type ViewProps = RowPlace & { row: ArticleRow; now: Date; actions: RowActions };

/** Shows a closed article as a card. */
const ArticleCard = memo(({ row, now, actions, ...place }: ViewProps) => {
  const picture = useRowPicture(row);
  return (
    <li {...rowFrame('row-card', row, place)} onPointerDown={() => actions.warm(row.article_id)}>
      {picture === null ? null : <RowPicture src={picture} row={row} ratio="16 / 9" />}
      <RowTitle row={row} actions={actions} />
      <Excerpt text={row.excerpt} />
      <RowSources story={row.story} />
      <div className="row-card-foot">
        <Score row={row} isRead={row.is_read} />
        <RowFacts row={row} now={now} />
        <ReasonChips reasons={row.top_reasons} isRead={row.is_read} />
        <RowMarks row={row} actions={actions} />
      </div>
    </li>
  );
});
ArticleCard.displayName = 'ArticleCard';

/**
 * Shows a closed article in one line: importance, feed, title, beginning of the text, age. A narrow list leaves feed and text
 * out, so that the title has the width.
 */
const ArticleLine = memo(({ row, now, actions, ...place }: ViewProps) => (
  <li {...rowFrame('row-line', row, place)} onPointerDown={() => actions.warm(row.article_id)}>
    <ScoreNumber row={row} isRead={row.is_read} />
    <div className="row-line-feed cut" lang={languageOf(row.feed_title)}>
      {row.feed_title}
    </div>
    <div className="row-line-main">
      <RowTitle row={row} actions={actions} />
      <div className="row-line-text cut" lang={languageOf(row.excerpt)}>
        {row.excerpt}
      </div>
    </div>
    <span className="row-line-age">
      <Age row={row} now={now} />
    </span>
    <RowMarks row={row} actions={actions} />
  </li>
));
ArticleLine.displayName = 'ArticleLine';

type ArticleListRowProps = RowPlace & {
  row: ArticleRow;
  /** The places that a search matched. They are shown instead of the beginning of the text. */
  match?: RowMatch | undefined;
  isOpen: boolean;
  now: Date;
  actions: RowActions;
  children?: ReactNode;
};

/** Shows one article of the list, with its text below when it is open. */
const ArticleListRow = memo(
  ({ row, match, isOpen, now, actions, children, ...place }: ArticleListRowProps) => (
    <li
      {...rowFrame(
        `row-list${isOpen ? ' is-open' : ''}${match === undefined ? '' : ' is-found'}`,
        row,
        place,
      )}
    >
      {match?.note === undefined ? null : <p className="row-note">{match.note}</p>}
      <div onPointerDown={() => actions.warm(row.article_id)}>
        <Score row={row} isRead={row.is_read && !isOpen} />
        <div className="row-main">
          <div className="row-first">
            <RowTitle row={row} match={match} isOpen={isOpen} actions={actions} />
            {isOpen ? null : (
              <Excerpt text={match?.text.text ?? row.excerpt}>
                {match === undefined ? undefined : <MarkedText {...match.text} />}
              </Excerpt>
            )}
          </div>
          <div className="row-second">
            <RowFacts row={row} now={now} />
            {isOpen ? null : <RowSources story={row.story} />}
            {isOpen ? null : <ReasonChips reasons={row.top_reasons} isRead={row.is_read} />}
          </div>
        </div>
        <RowMarks row={row} actions={actions} />
      </div>
      {isOpen ? children : null}
    </li>
  ),
);
ArticleListRow.displayName = 'ArticleListRow';

const OpenArticle = loadPart(async () => (await loadText()).OpenArticle);

type Props = RowPlace & {
  row: ArticleRow;
  /** The places that a search matched, by article. */
  matches?: ReadonlyMap<string, RowMatch>;
  /** The article that is open in its place. */
  openId: string | null;
  look: ListLook;
  now: Date;
  actions: RowActions;
  /** Shown after the text of the open article. */
  afterText: (articleId: string) => ReactNode;
};

/** Shows an article of the list in the chosen view, or open in its place. */
export const Item = ({
  row,
  matches,
  openId,
  look,
  now,
  actions,
  afterText,
  index,
  setSize,
  isShown,
  line,
  measure,
}: Props) => {
  const isOpen = row.article_id === openId;
  const shown = { row, now, actions, index, setSize, isShown, line, measure };
  if (!isOpen && look === 'compact') return <ArticleLine {...shown} />;
  if (!isOpen && look === 'cards') return <ArticleCard {...shown} />;
  if (!isOpen && look === 'magazine') return <ArticleStory {...shown} size={storySizeOf(index)} />;
  return (
    <ArticleListRow {...shown} match={matches?.get(row.article_id)} isOpen={isOpen}>
      {isOpen ? (
        <ErrorBoundary pane="article" onBack={() => actions.toggleOpen(row)}>
          <Suspense>
            <OpenArticle row={row} actions={actions} after={afterText(row.article_id)} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </ArticleListRow>
  );
};
