import type { Feed } from '@omomi/backend/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { feedDialogsTexts } from '../../../lib/i18n/texts/feed-dialogs.ts';
import { useNotify } from '../../../lib/notify.ts';
import { reload } from '../mutations.ts';

/** Follows another address in the place of a feed. Shows no notice of an error, because the form shows it. */
export const useChangeAddress = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const { details: texts } = useTexts(feedDialogsTexts);
  return useMutation({
    mutationFn: ({ feed, url }: { feed: Feed; url: string }) =>
      call('updateFeed', { params: { feed_id: feed.feed_id }, body: { url } }),
    onSuccess: ({ title, url }) => notify.info(texts.moved(title, url.split('#', 1)[0] ?? url)),
    onSettled: reload(client),
  });
};
