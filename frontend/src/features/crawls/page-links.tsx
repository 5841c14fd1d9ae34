import type { CrawlLink } from '@omomi/backend/contract';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Loaded } from '../../components/page/section.tsx';
import { languageOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { type LinkTo, InnerLink } from '../../components/inner-link.tsx';
import { shortAddress, StatusMark } from './figures.tsx';
import { crawlLinksQuery } from './queries.ts';

type Props = {
  crawlId: string;
  pageId: string;
  direction: 'from' | 'to';
  host: string;
  linkTo: (pageId: string) => LinkTo;
};

/** Shows the other end of a link: a page of the crawl, or an address outside of it. */
const LinkLine = ({
  link,
  direction,
  host,
  linkTo,
}: { link: CrawlLink } & Pick<Props, 'direction' | 'host' | 'linkTo'>) => {
  const texts = useTexts('crawlPages');
  const isTo = direction === 'to';
  const address = shortAddress(isTo ? link.source_url : link.target_url, host);
  const id = isTo ? link.source_id : link.target_id;
  const facts = [
    link.text === '' ? texts.noText : `“${link.text}”`,
    ...(link.type === 'internal' ? [] : [texts.linkTypes[link.type]]),
    ...(link.rel === null ? [] : [`rel=${link.rel}`]),
  ];
  return (
    <Box as="li" py="2" borderTopWidth="1px" borderColor="border">
      <Flex gap="3" alignItems="baseline" justifyContent="space-between">
        <Box minW="0" textStyle="sm">
          {id === null ? <span>{address}</span> : <InnerLink to={linkTo(id)}>{address}</InnerLink>}
        </Box>
        {isTo ? null : (
          <Box flexShrink="0">
            <StatusMark state={link.target_state} status_code={link.target_status_code} />
          </Box>
        )}
      </Flex>
      <Box color="fg.muted" textStyle="xs" lang={languageOf(link.text)}>
        {facts.join(' · ')}
      </Box>
    </Box>
  );
};

/** Shows the links on a page, or those to it. */
export const PageLinks = ({ crawlId, pageId, direction, host, linkTo }: Props) => {
  const texts = useTexts('crawlPages');
  const failed = useTexts('crawl').loadFailed;
  const id = useId();
  const list = useInfiniteQuery(
    crawlLinksQuery(crawlId, direction === 'to' ? { to: pageId } : { from: pageId }),
  );
  return (
    <Box as="section" aria-labelledby={id} mt="7">
      <Box as="h3" id={id} textStyle="sm" fontWeight="semibold" mb="1.5">
        {direction === 'to' ? texts.linksTo : texts.linksFrom}
      </Box>
      <Loaded query={list} failed={failed}>
        {({ pages }) => {
          const links = pages.flatMap(({ items }) => items);
          if (links.length === 0 && !list.hasNextPage)
            return (
              <Box color="fg.muted" textStyle="sm">
                {direction === 'to' ? texts.noLinksTo : texts.noLinksFrom}
              </Box>
            );
          return (
            <>
              <chakra.ul listStyleType="none">
                {links.map((link) => (
                  <LinkLine
                    key={`${link.source_id} ${link.target_url}`}
                    link={link}
                    direction={direction}
                    host={host}
                    linkTo={linkTo}
                  />
                ))}
              </chakra.ul>
              {list.hasNextPage ? (
                <Button
                  mt="2"
                  size="md"
                  variant="subtle"
                  disabled={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  {texts.more}
                </Button>
              ) : null}
            </>
          );
        }}
      </Loaded>
    </Box>
  );
};
