import type { SearchPage } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Spinner } from '@chakra-ui/react/spinner';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { languageOf } from '../../lib/format.ts';
import { useTexts, useI18n } from '../../lib/i18n/language.tsx';
import { EndOfList, EmptyState, ErrorState } from '../../components/page/states.tsx';
import { ArticleItems } from '../../features/articles/list/article-items.tsx';
import { ListSkeleton } from '../../features/articles/list/list-skeleton.tsx';
import { useOpenArticle } from '../../features/articles/list/use-open-article.ts';
import { MissingArticle } from '../../features/articles/pane/missing-article.tsx';
import { Facets } from '../../features/search/facets.tsx';
import type { useFound } from '../../features/search/queries.ts';
import { SyntaxHelp } from '../../features/search/start.tsx';
import { useNow } from '../../lib/clock.ts';
import { RelatedArticles } from './related-articles.tsx';

type StatusProps = {
  /** The name of the saved search that is shown; null if it is not saved. */
  name: string | null;
  /** Undefined until something was searched. */
  page: SearchPage | undefined;
  isPartial: boolean;
  /** True while the number is that of the former search. */
  isOlder: boolean;
};

/** Says how many articles were found, and how far the texts have been looked through. */
const Status = ({ name, page, isPartial, isOlder }: StatusProps) => {
  const texts = useTexts('search');
  const partial = page?.partial ?? 0;
  // “No articles” above articles that have some of the words would be wrong.
  const found = page === undefined || (page.total === 0 && partial > 0) ? '' : texts.found(page.total);
  const relaxed = partial === 0 ? '' : page?.total === 0 ? texts.relaxed : texts.others(partial);
  return (
    <Flex minH="6" alignItems="center" columnGap="3" wrap="wrap" textStyle="sm" color="fg.muted">
      {name === null ? null : (
        <Box as="span" fontWeight="semibold" color="fg" lang={languageOf(name)}>
          {name}
        </Box>
      )}
      <span data-testid="found" aria-hidden="true">
        {/* Below it says that nothing was found, and what to do. */}
        {page?.total === 0 ? '' : found}
      </span>
      {/* A screen reader hears each number once, when it is that of the query. */}
      <VisuallyHidden as="output" aria-live="polite">
        {isOlder ? '' : [found, relaxed].filter(Boolean).join('. ')}
      </VisuallyHidden>
      {page !== undefined && isPartial ? (
        <Flex alignItems="center" gap="1.5" data-testid="looking">
          <Spinner size="xs" aria-hidden="true" />
          {texts.looking(page.indexed.articles, page.indexed.of)}
        </Flex>
      ) : null}
      {relaxed === '' ? null : (
        <Box
          data-testid="relaxed"
          aria-hidden="true"
          {...(page?.total === 0 ? { flexBasis: 'full', color: 'fg', py: '1' } : {})}
        >
          {relaxed}
        </Box>
      )}
    </Flex>
  );
};

type Found = ReturnType<typeof useFound>;

type Props = {
  /** The text in the field. */
  text: string;
  /** The name of the saved search that is shown; null if it is not saved. */
  name: string | null;
  found: Found;
  /** True from the first changed letter on: what is shown is then that of another query. */
  isTyping: boolean;
  openId: string | null;
  onOpen: (articleId: string | null) => void;
  addressOf: (articleId: string) => string;
  onSearch: (q: string) => void;
  onLeave: () => void;
};

/** Shows what was found: how much, narrower searches, and the articles with the keys of a list. */
export const SearchResults = (props: Props) => {
  const { text, name, found, isTyping, openId, onSearch } = props;
  const now = useNow();
  const texts = useTexts('search');
  const { page, error } = found;
  const { rows, alone, actions, missing } = useOpenArticle({ ...props, loaded: found.data, look: 'list' });
  const isStale = found.isOlder || isTyping;
  if (found.isPending)
    return (
      // Leaves room for what stands above the articles.
      <Box pt="4.5rem">
        <ListSkeleton />
      </Box>
    );
  if (page === undefined)
    return error === null ? null : (
      <ErrorState isInList title={texts.failed} error={error} onRetry={found.again} />
    );
  return (
    <>
      <MissingArticle missing={missing} look="list" />
      <Summary text={text} name={name} found={found} isStale={isStale} onSearch={onSearch} />
      {error === null || found.isMoreMissing ? null : (
        <ErrorState isInList title={texts.failed} error={error} onRetry={found.again} />
      )}
      <Box
        opacity={isStale && found.fault === null ? 0.5 : 1}
        // A wrong query may stand for long, so what was found before it loses its colours, but can still be read.
        filter={found.fault === null ? 'none' : 'grayscale(1)'}
        // Answers usually come sooner than this, so that typing does not make the page flicker.
        transition="opacity 150ms"
        transitionDelay={isStale ? '300ms' : '0ms'}
      >
        {rows.length === 0 ? (
          <NothingFound isPartial={found.isPartial} onSearch={onSearch} />
        ) : (
          <ArticleItems
            rows={rows}
            alone={alone}
            hasMore={found.goesOn}
            onMore={found.next}
            matches={found.matches}
            openId={openId}
            look="list"
            isStale={false}
            now={now}
            actions={actions}
            afterText={(articleId) => <RelatedArticles articleId={articleId} now={now} />}
          />
        )}
      </Box>
      <MoreResults found={found} isStale={isStale} />
    </>
  );
};

type SummaryProps = Pick<Props, 'text' | 'name' | 'found' | 'onSearch'> & { isStale: boolean };

const Summary = ({ text, name, found: { page, isPartial }, isStale, onSearch }: SummaryProps) =>
  page === undefined ? null : (
    <Box px="3">
      <Facets q={text} facets={page.facets} onChange={onSearch} />
      <Status name={name} page={page} isPartial={isPartial} isOlder={isStale} />
    </Box>
  );

const NothingFound = ({ isPartial, onSearch }: { isPartial: boolean; onSearch: (q: string) => void }) => {
  const texts = useTexts('search');
  return (
    <>
      <EmptyState title={texts.noneTitle} text={isPartial ? texts.noneYet : texts.noneText} />
      <Box px="3">
        <SyntaxHelp onTry={onSearch} isOpen={false} />
      </Box>
    </>
  );
};

const MoreResults = ({ found, isStale }: { found: Found; isStale: boolean }) => {
  const { t } = useI18n();
  const texts = useTexts('search');
  if (isStale) return null;
  if (found.isMoreComing) return <ListSkeleton rows={3} label={t.list.more} />;
  if (found.isMoreMissing)
    return <ErrorState isInList title={texts.failed} error={found.error} onRetry={found.more} />;
  return found.hasMore ? <EndOfList onNear={found.more} /> : null;
};
