import type { Feed } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { olderTexts } from '../../../lib/i18n/texts/older.ts';
import { useBringOlder } from './use-bring-older.ts';

/** The button that brings the older articles of a feed; while they come, how far that is. */
export const BringOlder = ({ feed, isNamed = false }: { feed: Feed; isNamed?: boolean }) => {
  const texts = useTexts(olderTexts);
  const { job, bring, isPending } = useBringOlder(feed);
  const count = feed.left_out.over_limit;
  if (job !== null)
    return (
      <Box as="output" color="fg.muted" textStyle="sm" fontVariantNumeric="tabular-nums">
        {texts.coming(job.done, job.total)}
      </Box>
    );
  return (
    <Button size="md" variant="subtle" disabled={isPending} title={texts.asRead} onClick={bring}>
      {isNamed ? texts.bringOf(count, feed.title) : texts.bring(count)}
    </Button>
  );
};
