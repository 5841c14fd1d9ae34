import type { CrawlLink } from '@omomi/backend/contract';
import { Box, Grid, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n/language.tsx';
import { type LinkTo, InnerLink } from '../../components/inner-link.tsx';
import { shortAddress, StatusMark } from './figures.tsx';
import { crawlLinksQuery } from './queries.ts';
import { FindingList } from './findings.tsx';

/** A broken address with the links that lead there, at least one. */
type BrokenTarget = Pick<CrawlLink, 'target_url' | 'target_id' | 'target_state' | 'target_status_code'> & {
  links: CrawlLink[];
};

/** Groups links by the address that they lead to: those with the most links first. */
export const byTarget = (links: readonly CrawlLink[]): BrokenTarget[] => {
  const groups = new Map<string, BrokenTarget>();
  for (const link of links) {
    const { target_url, target_id, target_state, target_status_code } = link;
    const group = groups.get(target_url);
    if (group === undefined)
      groups.set(target_url, { target_url, target_id, target_state, target_status_code, links: [link] });
    else group.links.push(link);
  }
  return [...groups.values()].toSorted((a, b) => b.links.length - a.links.length);
};

/** Number of links to an address that are shown at first. */
const shownAtFirst = 3;

type Props = { crawlId: string; host: string; linkTo: (pageId: string) => LinkTo };

/** Shows the pages that link to a broken address, only the first few until the reader asks for all. */
const Sources = ({ links, host, linkTo }: Pick<BrokenTarget, 'links'> & Omit<Props, 'crawlId'>) => {
  const texts = useTexts('crawlPages');
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? links : links.slice(0, shownAtFirst);
  return (
    <Box minW="0" gridColumn={{ base: '2', lg: 'auto' }} mt={{ base: '1', lg: '0' }}>
      <chakra.ul listStyleType="none" textStyle="sm">
        {shown.map((link) => (
          <Box as="li" key={link.source_id} py="0.5">
            <InnerLink
              to={linkTo(link.source_id)}
              color="fg.muted"
              textDecoration="underline"
              textDecorationColor="border.emphasized"
            >
              {shortAddress(link.source_url, host)}
            </InnerLink>
            {link.text === '' ? null : (
              <Box as="span" color="fg.subtle">
                {` “${link.text}”`}
              </Box>
            )}
          </Box>
        ))}
      </chakra.ul>
      {links.length > shown.length ? (
        <Button size="sm" variant="ghost" px="2" ms="-2" minH="10" onClick={() => setOpen(true)}>
          {texts.broken.all(links.length)}
        </Button>
      ) : null}
    </Box>
  );
};

const Target = ({ target, host, linkTo }: { target: BrokenTarget } & Omit<Props, 'crawlId'>) => {
  const texts = useTexts('crawlPages');
  const { links, target_url: url, target_id: id } = target;
  const address = shortAddress(url, host);
  return (
    <Box
      as="li"
      data-testid="broken"
      py="3"
      borderTopWidth="1px"
      borderColor="border"
      _last={{ borderBottomWidth: '1px' }}
    >
      <Grid
        templateColumns={{ base: '4.5rem 1fr', lg: '4.5rem minmax(0, 1fr) minmax(0, 1fr)' }}
        columnGap="3"
        alignItems="baseline"
      >
        <Box>
          <StatusMark state={target.target_state} status_code={target.target_status_code} />
        </Box>
        <Box minW="0">
          <Box textStyle="sm" fontWeight="medium">
            {id === null ? address : <InnerLink to={linkTo(id)}>{address}</InnerLink>}
          </Box>
          <Box color="fg.muted" textStyle="xs" mt="0.5">
            {texts.broken.on(links.length)}
          </Box>
        </Box>
        <Sources links={links} host={host} linkTo={linkTo} />
      </Grid>
    </Box>
  );
};

/** Shows the addresses that do not work, each with the pages that link to it. */
export const BrokenLinks = ({ crawlId, ...rest }: Props) => {
  const texts = useTexts('crawlPages').broken;
  const query = useInfiniteQuery(crawlLinksQuery(crawlId, { is_broken: 'true' }));
  return (
    <FindingList query={query} intro={texts.intro} none={texts.none}>
      {(links) => (
        <chakra.ul listStyleType="none">
          {byTarget(links).map((target) => (
            <Target key={target.target_url} target={target} {...rest} />
          ))}
        </chakra.ul>
      )}
    </FindingList>
  );
};
