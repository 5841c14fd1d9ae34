import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../lib/i18n/language.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { FeedWindows, useFeedWindows } from './windows.tsx';
import { treeOf } from './folders.ts';

type Props = {
  /** Called when a feed is left, with the one that takes its place, if any. */
  onGone: (feedId: string, replacement: string | null) => void;
};

/** Shows the windows that the menus of articles and of a feed's own list open. The sidebar, which has the same, may not be there. */
export const FeedOfList = ({ onGone }: Props) => {
  const { language } = useI18n();
  const feeds = useQuery(feedsQuery).data?.items ?? [];
  const windows = useFeedWindows('source', feeds);
  return (
    <FeedWindows
      state={windows}
      feeds={feeds}
      tree={treeOf(feeds, language)}
      onGone={({ feed_id }, replacement) => onGone(feed_id, replacement)}
    />
  );
};
