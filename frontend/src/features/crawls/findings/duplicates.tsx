import type { DuplicateGroup } from '@omomi/backend/contract';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Tag } from '../../../components/list-line.tsx';
import { languageOf } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { type LinkTo, InnerLink } from '../../../components/inner-link.tsx';
import { shortAddress } from '../figures.ts';
import { crawlDuplicatesQuery } from '../queries.ts';
import { FindingList } from './finding-list.tsx';

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
