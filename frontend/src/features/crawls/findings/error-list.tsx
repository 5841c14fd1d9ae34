import type { CrawlError } from '@omomi/backend/contract';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Tag } from '../../../components/list-line.tsx';
import { fullTime, relativeTime } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { type LinkTo, InnerLink } from '../../../components/inner-link.tsx';
import { shortAddress } from '../figures.ts';
import { crawlErrorsQuery } from '../queries.ts';
import { FindingList } from './finding-list.tsx';

type Props = { crawlId: string; host: string; linkTo: (pageId: string) => LinkTo; now: Date };

const ErrorLine = ({ error, host, linkTo, now }: { error: CrawlError } & Omit<Props, 'crawlId'>) => {
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
export const ErrorList = ({ crawlId, ...rest }: Props) => {
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
