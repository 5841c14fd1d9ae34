import type { Feed } from '@omomi/backend/contract';
import { Menu } from '@chakra-ui/react/menu';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { openWindow } from '../../lib/address/history.ts';
import { call } from '../../lib/api/api.ts';
import { languageOf } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { reloadFeeds } from '../../lib/queries/refresh-lists.ts';
import { feedOfList, windowName } from './item-menu.tsx';

const questions = ['details', 'rename', 'move', 'unsubscribe'] as const;

type Change = Partial<Pick<Feed, 'volume' | 'is_active'>>;

/** Returns the function that changes a feed, says so and offers to take it back. */
const useChangeFeed = (): ((feed: Feed, change: Change, told: string, undone: string) => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const { mutateAsync } = useMutation({
    mutationFn: ({ feed, change }: { feed: Feed; change: Change }) =>
      call('updateFeed', { params: { feed_id: feed.feed_id }, body: change }),
    onError: (error) => notify.error(error),
    onSettled: () => reloadFeeds(client),
  });
  return (feed, change, told, undone) => {
    const { volume, is_active } = feed;
    const before: Change = change.volume === undefined ? { is_active } : { volume };
    // A failure shows its notice by `onError`.
    const set = (next: Change, then: () => void): void =>
      void mutateAsync({ feed, change: next }).then(then, () => undefined);
    set(change, () =>
      notify.offer(told, { label: t.marks.undo, run: () => set(before, () => notify.info(undone)) }),
    );
  };
};

/** Returns the function that does what an item of `FeedItems` says; other values are ignored. */
export const useFeedItems = (feed: Feed | undefined): ((value: string) => void) => {
  const texts = useTexts('articleMenu');
  const change = useChangeFeed();
  return (value) => {
    if (feed === undefined) return;
    const { feed_id, title, volume, is_active } = feed;
    const question = questions.find((each) => value === `feed-${each}`);
    if (question !== undefined) openWindow(windowName(feedOfList, question, feed_id));
    if (value === 'feed-less') {
      const isLess = volume === 'less';
      const told = isLess ? texts.usualNow(title) : texts.lessNow(title);
      change(feed, { volume: isLess ? 'normal' : 'less' }, told, texts.dampingUndone(title));
    }
    if (value === 'feed-pause') {
      const [paused, continued] = [texts.pausedNow(title), texts.continuedNow(title)];
      change(feed, { is_active: !is_active }, is_active ? paused : continued, is_active ? continued : paused);
    }
  };
};

/** What can be done with the feed of an article or of a list, as items of a menu. */
export const FeedItems = ({ feed }: { feed: Feed }) => {
  const { t } = useI18n();
  const texts = useTexts('articleMenu');
  return (
    <Menu.ItemGroup>
      <Menu.ItemGroupLabel lang={languageOf(feed.title)} truncate maxW="16rem">
        {feed.title}
      </Menu.ItemGroupLabel>
      <Menu.Item value="feed-details">{t.feed.showDetails}</Menu.Item>
      <Menu.Item value="feed-rename">{t.feed.rename}</Menu.Item>
      <Menu.Item value="feed-move">{t.feed.move}</Menu.Item>
      <Menu.Item value="feed-less">{feed.volume === 'less' ? texts.usualOfFeed : texts.lessOfFeed}</Menu.Item>
      <Menu.Item value="feed-pause">{feed.is_active ? t.feed.pause : t.feed.unpause}</Menu.Item>
      <Menu.Item value="feed-unsubscribe" color="fg.error">
        {t.feed.unsubscribe}
      </Menu.Item>
    </Menu.ItemGroup>
  );
};
