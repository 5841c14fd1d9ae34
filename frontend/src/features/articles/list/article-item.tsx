import type { ArticleRow } from '@omomi/backend/contract';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '../../../components/page/error-boundary.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import type { ListLook } from '../../../lib/preferences/choices.ts';
import { ArticleStory, storySizeOf } from '../stories/article-story.tsx';
import { ArticleCard } from './article-card.tsx';
import { ArticleLine } from './article-line.tsx';
import { ArticleRow as ArticleListRow } from './article-row.tsx';
import { loadText } from '../pane/load-article.ts';
import type { RowActions, RowMatch, RowPlace } from './row-parts.tsx';

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
