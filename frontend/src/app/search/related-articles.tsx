import type { ArticleRow } from '@omomi/backend/contract';
import { Suspense } from 'react';
import type { LinkTo } from '../../components/inner-link.tsx';
import { ErrorBoundary } from '../../components/page/error-boundary.tsx';
import { rowButtonId } from '../../features/articles/list/row-parts.tsx';
import { useSetRead } from '../../features/articles/marks/use-set-read.ts';
import { loadPart } from '../../lib/load-part.tsx';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { goToSearch, searchAddress } from '../address/use-search-view.ts';
import { goToPage } from '../use-reading.ts';
import { focusWhenShown } from './focus-when-shown.ts';

const Related = loadPart(async () => (await import('../../features/search/related/related.tsx')).Related);

const linkToLike = (articleId: string): LinkTo => {
  const search = { q: `like:${articleId}` };
  return { href: searchAddress(search), go: () => goToSearch(search) };
};

/** Shows the related articles under an open one. A related article is opened in the list of all articles, above them if it is not among them. */
export const RelatedArticles = ({ articleId, now }: { articleId: string; now: Date }) => {
  const { mark_read_on_open: marksOnOpen } = usePreferences();
  const setRead = useSetRead();
  const linkTo = (row: ArticleRow): LinkTo => {
    const query = `?article=${row.article_id}`;
    return {
      href: `/${query}`,
      go: () => {
        goToPage({ page: 'reading' }, query);
        focusWhenShown(rowButtonId(row.article_id));
        if (marksOnOpen) setRead(row, true);
      },
    };
  };
  return (
    <ErrorBoundary pane="article" onBack={() => goToPage({ page: 'reading' })}>
      <Suspense>
        <Related key={articleId} articleId={articleId} now={now} linkTo={linkTo} linkToLike={linkToLike} />
      </Suspense>
    </ErrorBoundary>
  );
};
