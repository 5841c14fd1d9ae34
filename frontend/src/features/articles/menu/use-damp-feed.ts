import type { Feed } from '@omomi/backend/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { articleMenuTexts } from '../../../lib/i18n/texts/articles/article-menu.ts';
import { useNotify } from '../../../lib/notify.ts';
import { reloadFeeds } from '../../../lib/queries/refresh-lists.ts';

/**
 * Returns the function that has the articles of a feed rank lower, or as usual again if they do already. A notice offers to take
 * it back.
 */
export const useDampFeed = (): ((feed: Feed) => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const texts = useTexts(articleMenuTexts);
  const { mutateAsync } = useMutation({
    mutationFn: ({ feed, volume }: { feed: Feed; volume: Feed['volume'] }) =>
      call('updateFeed', { params: { feed_id: feed.feed_id }, body: { volume } }),
    onError: (error) => notify.error(error),
    onSettled: () => reloadFeeds(client),
  });
  const set = (feed: Feed, volume: Feed['volume'], then: () => void): void =>
    // A failure shows its notice by `onError`.
    void mutateAsync({ feed, volume }).then(then, () => undefined);
  return (feed) => {
    const volume = feed.volume === 'less' ? 'normal' : 'less';
    const run = (): void => set(feed, feed.volume, () => notify.info(texts.dampingUndone(feed.title)));
    set(feed, volume, () =>
      notify.offer(volume === 'less' ? texts.lessNow(feed.title) : texts.usualNow(feed.title), {
        label: t.marks.undo,
        run,
      }),
    );
  };
};
