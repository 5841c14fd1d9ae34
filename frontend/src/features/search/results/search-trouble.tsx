import { Box } from '@chakra-ui/react';
import { ErrorState } from '../../../components/page/states.tsx';
import { retryAfter } from '../../../lib/api/limit.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { searchTexts } from '../../../lib/i18n/texts/search/search.ts';
import { useSecondsUntil } from '../../../lib/time/use-seconds-until.ts';

type Props = {
  error: unknown;
  /** The time of the error, in milliseconds since 1970. */
  at: number;
  onRetry: () => void;
};

const Countdown = ({ until }: { until: number }) => {
  const texts = useTexts(searchTexts);
  const seconds = useSecondsUntil(until);
  return (
    <Box px={{ base: '3', md: '5' }} py="3" data-testid="search-limited">
      <Box as="output" display="block" fontWeight="semibold">
        {texts.limitedTitle}
      </Box>
      <Box color="fg.muted" textStyle="sm">
        {texts.limited(seconds)}
      </Box>
    </Box>
  );
};

/** Says why a search failed. After a rate limit it counts down to the next search, which is made by itself. */
export const SearchTrouble = ({ error, at, onRetry }: Props) => {
  const texts = useTexts(searchTexts);
  const wait = retryAfter(error);
  return wait === null ? (
    <ErrorState title={texts.failed} error={error} onRetry={onRetry} />
  ) : (
    <Countdown until={at + (wait + 1) * 1000} />
  );
};
