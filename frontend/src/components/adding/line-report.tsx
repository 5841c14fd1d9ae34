import type { FeedCandidate } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { WarningIcon } from '../icons.tsx';
import { CheckIcon } from '../later-icons.tsx';
import { type LinkTo, InnerLink } from '../inner-link.tsx';
import { errorText } from '../../lib/api/error-text.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import type { LineResult } from './add-lines.ts';
import { Candidates } from './candidates.tsx';
import { joined } from '../../lib/format.ts';

export type ReportProps = {
  results: readonly LineResult[];
  isBusy: boolean;
  followedAt: (url: string) => LinkTo | null;
  linkTo: (feedId: string) => LinkTo;
  onPick: (candidate: FeedCandidate, of: string) => void;
};

/** Says that the reader follows a feed already, with a link to its articles. */
export const Known = ({ feedId, linkTo }: { feedId: string | null; linkTo: (feedId: string) => LinkTo }) => {
  const texts = useTexts('adding').addFeed;
  return (
    <>
      {texts.known}{' '}
      {feedId === null ? null : (
        <InnerLink to={linkTo(feedId)} textDecoration="underline" fontWeight="medium">
          {texts.showKnown}
        </InnerLink>
      )}
    </>
  );
};

const Outcome = ({ result, linkTo }: { result: LineResult; linkTo: (feedId: string) => LinkTo }) => {
  const { t } = useI18n();
  const texts = useTexts('adding').addFeed;
  switch (result.outcome) {
    case 'added':
      return (
        <InnerLink to={linkTo(result.feed.feed_id)} textDecoration="underline">
          {texts.added(result.feed.title)}
        </InnerLink>
      );
    case 'known':
      return <Known feedId={result.feedId} linkTo={linkTo} />;
    case 'later':
      return t.offline.addLater(result.address);
    case 'offered':
      return texts.choose;
    case 'failed': {
      const { what, todo } = errorText(t, result.error, texts.notAddress);
      return joined([what, todo]);
    }
  }
};

const isFine = ({ outcome }: LineResult): boolean => outcome === 'added' || outcome === 'known';

/** Tells what came of each of several addresses. */
export const LineReport = ({ results, isBusy, followedAt, linkTo, onPick }: ReportProps) => (
  <Box as="output" display="block" mt="4" textStyle="sm">
    <Box as="ul" listStyleType="none">
      {results.map((result) => (
        <Flex as="li" key={result.address} gap="2.5" py="2" borderTopWidth="1px" borderColor="border">
          <Box
            flexShrink="0"
            aria-hidden="true"
            color={isFine(result) ? 'fg.muted' : 'fg.error'}
            css={{ '& svg': { width: '1.125rem', height: '1.125rem' } }}
          >
            {isFine(result) ? <CheckIcon /> : <WarningIcon />}
          </Box>
          <Box minW="0" flex="1" overflowWrap="anywhere">
            <Box fontWeight="medium">{result.address.replace(/^https?:\/\//, '')}</Box>
            <Box color={isFine(result) ? 'fg.muted' : 'fg.error'}>
              <Outcome result={result} linkTo={linkTo} />
            </Box>
            {result.outcome === 'offered' ? (
              <Candidates
                found={result.candidates}
                isBusy={isBusy}
                followedAt={followedAt}
                onPick={(candidate) => onPick(candidate, result.address)}
              />
            ) : null}
          </Box>
        </Flex>
      ))}
    </Box>
  </Box>
);
