import type { FeedCandidate } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { type LinkTo, InnerLink } from '../inner-link.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';

const isListing = ({ format }: FeedCandidate): boolean => format === 'page' || format === 'sitemap';

/** The first items of a feed, page or sitemap, so that the reader sees what following it would bring. */
const Preview = ({ items }: { items: NonNullable<FeedCandidate['preview']> }) => {
  const { language } = useI18n();
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' });
  return (
    <Box
      as="ul"
      listStyleType="none"
      mt="1.5"
      ps="2.5"
      borderStartWidth="2px"
      borderColor="border.emphasized"
    >
      {items.map(({ title, link, published_at }) => (
        <Flex
          as="li"
          key={`${link} ${title}`}
          gap="2"
          justifyContent="space-between"
          textStyle="sm"
          fontWeight="normal"
          py="0.5"
        >
          <Box minW="0" truncate>
            {title}
          </Box>
          {published_at === null ? null : (
            <Box as="time" flexShrink="0" color="fg.muted" fontVariantNumeric="tabular-nums">
              {day.format(new Date(published_at))}
            </Box>
          )}
        </Flex>
      ))}
    </Box>
  );
};

/** What following a candidate would bring: its name, address and latest items. */
const Content = ({ candidate }: { candidate: FeedCandidate }) => {
  const texts = useTexts('adding').addFeed;
  const { url, title, format, part, preview = [], item_count = 0 } = candidate;
  const what = format === 'sitemap' ? texts.pagesOf(item_count) : texts.listOf(item_count);
  return (
    <Box minW="0" flex="1">
      <Box fontWeight="semibold">{isListing(candidate) ? what : (title ?? texts.unnamed)}</Box>
      {part === undefined ? null : <Box fontWeight="medium">{texts.parts[part]}</Box>}
      <Box color="fg.muted" textStyle="xs" wordBreak="break-all" fontWeight="normal">
        {url.split('#', 1)[0]}
      </Box>
      {preview.length > 0 ? <Preview items={preview} /> : null}
    </Box>
  );
};

type Props = {
  found: readonly FeedCandidate[];
  isBusy: boolean;
  /** Returns the link to the feed that the reader follows at an address; null if there is none. */
  followedAt: (url: string) => LinkTo | null;
  onPick: (candidate: FeedCandidate) => void;
};

const Candidate = ({
  candidate,
  isBusy,
  followedAt,
  onPick,
}: Omit<Props, 'found'> & { candidate: FeedCandidate }) => {
  const texts = useTexts('adding').addFeed;
  const followed = followedAt(candidate.url);
  if (followed !== null)
    return (
      <Box borderWidth="1px" borderColor="border" borderRadius="lg" px="4" py="2" textStyle="sm">
        <Content candidate={candidate} />
        <Box mt="1.5">
          {texts.known}{' '}
          <InnerLink to={followed} textDecoration="underline" fontWeight="medium">
            {texts.showKnown}
          </InnerLink>
        </Box>
      </Box>
    );
  return (
    <Button
      variant="outline"
      w="full"
      h="auto"
      minH="12"
      py="2"
      justifyContent="flex-start"
      textAlign="start"
      whiteSpace="normal"
      disabled={isBusy}
      onClick={() => onPick(candidate)}
    >
      <Content candidate={candidate} />
    </Button>
  );
};

/** The feeds of a page, or the lists of a site without one, of which the reader picks one. */
export const Candidates = ({ found, ...rest }: Props) => {
  const texts = useTexts('adding').addFeed;
  return (
    <Box mt="4">
      <Box textStyle="sm" fontWeight="semibold" mb="2">
        {found.every(isListing) ? texts.lists(found.length) : texts.found(found.length)}
      </Box>
      <Flex as="ul" direction="column" gap="2" listStyleType="none">
        {found.map((candidate) => (
          <li key={candidate.url}>
            <Candidate candidate={candidate} {...rest} />
          </li>
        ))}
      </Flex>
    </Box>
  );
};
