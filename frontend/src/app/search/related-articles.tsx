import type { ArticleRow } from '@omomi/backend/contract';
import { Suspense } from 'react';
import type { LinkTo } from '../../components/inner-link.tsx';
import { ErrorBoundary } from '../../components/page/error-boundary.tsx';
import { rowButtonId } from '../../features/articles/list/row-parts.tsx';
import { Earlier } from '../../features/articles/stories/earlier.tsx';
import { useSetRead } from '../../features/articles/marks/use-set-read.ts';
import { loadPart } from '../../lib/load-part.tsx';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { goToSearch, searchAddress } from '../address/use-search-view.ts';
import { goToPage } from '../use-reading.ts';

/** The time for which an element is waited for, in milliseconds. */
const patience = 5_000;

/** Puts the focus on the element with this id as soon as it is shown, and scrolls its line of the list to the top. */
const focusWhenShown = (id: string): void => {
  const focus = (): boolean => {
    const element = document.getElementById(id);
    element?.focus({ preventScroll: true });
    element?.closest('li')?.scrollIntoView({ block: 'start', behavior: 'instant' });
    return element !== null;
  };
  if (focus()) return;
  const observer = new MutationObserver(() => focus() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), patience);
};

const Related = loadPart(async () => (await import('../../features/search/related/related.tsx')).Related);

const linkToLike = (articleId: string): LinkTo => {
  const search = { q: `like:${articleId}` };
  return { href: searchAddress(search), go: () => goToSearch(search) };
};

/** The list of all articles, with one open, above them if it is not among them. */
const linkToArticle = (articleId: string): LinkTo => {
  const query = `?article=${articleId}`;
  return {
    href: `/${query}`,
    go: () => {
      goToPage({ page: 'reading' }, query);
      focusWhenShown(rowButtonId(articleId));
    },
  };
};

/** Shows under an open article the one that it continues, and the related ones. */
export const RelatedArticles = ({ articleId, now }: { articleId: string; now: Date }) => {
  const { mark_read_on_open: marksOnOpen } = usePreferences();
  const setRead = useSetRead();
  const linkTo = (row: ArticleRow): LinkTo => {
    const { href, go } = linkToArticle(row.article_id);
    return {
      href,
      go: () => {
        go();
        if (marksOnOpen) setRead(row, true);
      },
    };
  };
  return (
    <ErrorBoundary pane="article" onBack={() => goToPage({ page: 'reading' })}>
      <Earlier articleId={articleId} now={now} linkTo={linkToArticle} />
      <Suspense>
        <Related key={articleId} articleId={articleId} now={now} linkTo={linkTo} linkToLike={linkToLike} />
      </Suspense>
    </ErrorBoundary>
  );
};
