import { Box } from '@chakra-ui/react';
import { fullTime, languageOf, relativeTime } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import type { FeedRow } from './columns.ts';
import { paceText, shareText } from './figures.ts';
import { Health } from './health.tsx';
import type { ColumnId } from './view.ts';
import { wholeNumber } from '../../../lib/i18n/counted.ts';

const Nothing = () => (
  <Box as="span" color="fg.subtle" aria-hidden="true">
    –
  </Box>
);

/** Shows one fact of a feed; a dash where it is unknown. The first column and the menu are not among them. */
export const FeedValue = ({ id, row, now }: { id: Exclude<ColumnId, 'title'>; row: FeedRow; now: Date }) => {
  const { language } = useI18n();
  const { feed, share, importance } = row;
  switch (id) {
    case 'folder':
      return feed.folder === null ? (
        <Nothing />
      ) : (
        <span title={feed.folder} lang={languageOf(feed.folder)}>
          {feed.folder}
        </span>
      );
    case 'health':
      return <Health feed={feed} lines={3} />;
    case 'pace':
      return feed.articles_per_week === null ? <Nothing /> : paceText(feed.articles_per_week, language);
    case 'unread':
      return wholeNumber(feed.unread_count);
    case 'success':
      return feed.last_success_at === null ? (
        <Nothing />
      ) : (
        <time dateTime={feed.last_success_at} title={fullTime(feed.last_success_at, language)}>
          {relativeTime(feed.last_success_at, now, language)}
        </time>
      );
    case 'share':
      return share === null ? <Nothing /> : shareText(share, language);
    case 'importance':
      return importance === null ? <Nothing /> : wholeNumber(Math.round(importance));
  }
};
