import { Box } from '@chakra-ui/react';
import { hostOf, languageOf } from '../../../lib/format.ts';
import type { KnownFeed } from './known-feeds.ts';

/** Shows the title of a well-known feed above its host. */
export const KnownName = ({ feed: { title, url } }: { feed: KnownFeed }) => (
  <Box flex="1" minW="0">
    <Box truncate fontWeight="medium" textStyle="sm" lang={languageOf(title)}>
      {title}
    </Box>
    <Box truncate color="fg.muted" textStyle="xs">
      {hostOf(url)}
    </Box>
  </Box>
);
