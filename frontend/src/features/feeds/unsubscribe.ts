import type { Feed } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { dropFeed } from '../../lib/marks/mark-all.ts';
import { useNotify } from '../../lib/notify.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';
import { isNewsletter, reload } from './mutations.ts';

/** Returns the mutation that leaves a feed; `onLeft` is called before the lists are loaded again. A notice offers to take it back. */
export const useUnsubscribe = (onLeft: () => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  return useDeed({
    mutationFn: (feed: Feed) => call('deleteFeed', { params: { feed_id: feed.feed_id } }),
    onSuccess: (_, feed) => {
      onLeft();
      dropFeed(client, feed.feed_id);
      // Its address has ended with it.
      if (isNewsletter(feed)) return notify.info(t.feed.unsubscribed(feed.title));
      const { url, folder, title, volume, text_mode, keep_days } = feed;
      /** Follows the feed again, as it was. Its articles come back, apart from those that were read. */
      const follow = async (): Promise<void> => {
        const followed = await call('addFeed', { body: { url, folder } });
        const named = followed.title === title ? {} : { title };
        const params = { feed_id: followed.feed_id };
        const kept = keep_days === null ? {} : { keep_days };
        await call('updateFeed', { params, body: { volume, text_mode, ...kept, ...named } });
      };
      notify.offer(t.feed.unsubscribed(feed.title), {
        label: t.marks.undo,
        run: () => void follow().catch(notify.error).finally(reload(client)),
      });
    },
    onSettled: reload(client),
  });
};
