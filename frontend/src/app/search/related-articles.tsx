import { Box } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ArticleRow } from '@omomi/backend/contract';
import { Suspense } from 'react';
import { type LinkTo, InnerLink } from '../../components/inner-link.tsx';
import { languageOf, relativeTime } from '../../lib/format.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { articleQuery } from '../../features/articles/queries.ts';
import { ErrorBoundary } from '../../components/page/error-boundary.tsx';
import { rowButtonId } from '../../features/articles/list/row-parts.tsx';
import { useSetRead } from '../../features/articles/marks/use-set-read.ts';
import { loadPart } from '../../lib/load-part.tsx';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { goToSearch, searchAddress } from '../address/use-search-view.ts';
import { goToPage } from '../use-reading.ts';

type EarlierProps = {
  articleId: string;
  now: Date;
  /** The address at which an article of the reader opens. */
  linkTo: (articleId: string) => LinkTo;
};

/** Shows under an open article the one that it continues, as the next act of a saga. Shows nothing if there is none. */
const Earlier = ({ articleId, now, linkTo }: EarlierProps) => {
  const { t, language } = useI18n();
  const { data } = useQuery(articleQuery(articleId));
  const earlier = data?.earlier ?? null;
  if (earlier === null) return null;
  return (
    <Box mt="4" maxW="40rem" data-testid="earlier">
      <Box as="h3" textStyle="sm" fontWeight="semibold">
        {t.article.earlier}
      </Box>
      <Box borderStartWidth="2px" borderColor="border" ps="3" lang={languageOf(earlier.title)}>
        <InnerLink to={linkTo(earlier.article_id)} display="block" py="2" minH="11">
          {earlier.title}
        </InnerLink>
        <Box textStyle="xs" color="fg.subtle">
          {earlier.feed_title} · {relativeTime(earlier.published_at, now, language)}
        </Box>
      </Box>
    </Box>
  );
};

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

const Related = loadPart(async () => (await import('../../features/search/related.tsx')).Related);

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
