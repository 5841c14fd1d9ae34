import { Box, Flex, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { CrawlError, DuplicateGroup } from '@omomi/backend/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@chakra-ui/react/button';
import { More, Tag } from '../../components/list-line.tsx';
import { EmptyState } from '../../components/page/states.tsx';
import { Loaded } from '../../components/page/section.tsx';
import { useTexts, useI18n } from '../../lib/i18n/language.tsx';
import { fullTime, relativeTime, languageOf } from '../../lib/format.ts';
import { type LinkTo, InnerLink } from '../../components/inner-link.tsx';
import { shortAddress } from './figures.tsx';
import { crawlErrorsQuery, crawlDuplicatesQuery } from './queries.ts';

type Listed<T> = { pages: { items: T[] }[] };

type FindingListProps<T> = {
  query: {
    data: Listed<T> | undefined;
    error: unknown;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  intro: string;
  none: { title: string; text: string };
  children: (items: T[]) => ReactNode;
};

/** Shows a list of findings with its introduction, and a button for more of it. */
export const FindingList = <T,>({ query, intro, none, children }: FindingListProps<T>) => {
  const texts = useTexts('crawlPages');
  const failed = useTexts('crawl').loadFailed;
  return (
    <Loaded query={query} failed={failed}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0 && !query.hasNextPage) return <EmptyState {...none} />;
        return (
          <>
            <Box color="fg.muted" textStyle="sm" mb="4">
              {intro}
            </Box>
            {children(items)}
            <More query={query} label={texts.more} />
          </>
        );
      }}
    </Loaded>
  );
};

type ErrorListProps = { crawlId: string; host: string; linkTo: (pageId: string) => LinkTo; now: Date };

const ErrorLine = ({ error, host, linkTo, now }: { error: CrawlError } & Omit<ErrorListProps, 'crawlId'>) => {
  const { language } = useI18n();
  const types = useTexts('crawl').errorTypes;
  const texts = useTexts('crawlPages').errors;
  return (
    <Box
      as="li"
      data-testid="crawl-error"
      py="2.5"
      borderTopWidth="1px"
      borderColor="border"
      _last={{ borderBottomWidth: '1px' }}
    >
      <Flex gap="2.5" alignItems="baseline" wrap="wrap" textStyle="sm">
        <Tag tone="error">{types[error.type]}</Tag>
        <Box minW="0" fontWeight="medium">
          <InnerLink to={linkTo(error.page_id)}>{shortAddress(error.url, host)}</InnerLink>
        </Box>
      </Flex>
      <Box color="fg.muted" textStyle="xs" mt="1">
        <span lang="en">{error.message}</span>
        {' · '}
        {texts.attempt(error.attempt)}
        {' · '}
        <time dateTime={error.occurred_at} title={fullTime(error.occurred_at, language)}>
          {relativeTime(error.occurred_at, now, language)}
        </time>
      </Box>
    </Box>
  );
};

/** Shows every failed attempt of a crawl. */
export const ErrorList = ({ crawlId, ...rest }: ErrorListProps) => {
  const texts = useTexts('crawlPages').errors;
  const query = useInfiniteQuery(crawlErrorsQuery(crawlId));
  return (
    <FindingList query={query} intro={texts.intro} none={texts.none}>
      {(errors) => (
        <chakra.ul listStyleType="none">
          {errors.map((error) => (
            <ErrorLine key={`${error.page_id} ${error.attempt}`} error={error} {...rest} />
          ))}
        </chakra.ul>
      )}
    </FindingList>
  );
};

type Props = {
  crawlId: string;
  host: string;
  linkTo: (pageId: string) => LinkTo;
  /** Lists the pages with this text in the table. */
  onShowHash: (contentHash: string) => void;
};

const Group = ({ group, host, linkTo, onShowHash }: { group: DuplicateGroup } & Omit<Props, 'crawlId'>) => {
  const texts = useTexts('crawlPages').duplicates;
  return (
    <Box
      as="li"
      data-testid="duplicates"
      borderWidth="1px"
      borderColor="border"
      borderRadius="xl"
      bg="bg.panel"
      px="4"
      py="3"
    >
      <Flex alignItems="center" gap="2.5" wrap="wrap" minH="10">
        <Tag tone={group.is_exact ? 'strong' : 'plain'}>{group.is_exact ? texts.same : texts.near}</Tag>
        <Box textStyle="sm" color="fg.muted" flex="1">
          {texts.group(group.pages.length)}
        </Box>
        {group.is_exact ? (
          <Button size="sm" variant="ghost" minH="10" onClick={() => onShowHash(group.content_hash)}>
            {texts.inTable}
          </Button>
        ) : null}
      </Flex>
      <chakra.ul listStyleType="none" textStyle="sm">
        {group.pages.map((page) => (
          <Box as="li" key={page.page_id} py="1">
            <InnerLink to={linkTo(page.page_id)}>{shortAddress(page.url, host)}</InnerLink>
            <Box color="fg.muted" textStyle="xs" lang={languageOf(page.title ?? '')}>
              {[
                ...(page.title === null ? [] : [page.title]),
                ...(page.canonical_url === null || page.canonical_url === page.url
                  ? []
                  : [texts.canonicalTo(shortAddress(page.canonical_url, host))]),
              ].join(' · ')}
            </Box>
          </Box>
        ))}
      </chakra.ul>
    </Box>
  );
};

/** Shows groups of pages with the same or nearly the same text. */
export const Duplicates = ({ crawlId, ...rest }: Props) => {
  const texts = useTexts('crawlPages').duplicates;
  const query = useInfiniteQuery(crawlDuplicatesQuery(crawlId));
  return (
    <FindingList query={query} intro={texts.intro} none={texts.none}>
      {(groups) => (
        <Flex as="ul" direction="column" gap="3" listStyleType="none">
          {groups.map((group) => (
            <Group key={group.pages[0]?.page_id ?? group.content_hash} group={group} {...rest} />
          ))}
        </Flex>
      )}
    </FindingList>
  );
};
