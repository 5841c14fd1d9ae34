import type { Feed } from '@omomi/backend/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { feedsPageTexts } from '../../../lib/i18n/texts/feeds-page/table.ts';
import { dropFeed } from '../../../lib/lists/change-lists.ts';
import { useNotify } from '../../../lib/notify.ts';
import { reloadFeeds } from '../../../lib/queries/refresh-lists.ts';
import { type Deed, concerned } from './deed.ts';
import { type Failure, type Progress, oneByOne } from './one-by-one.ts';

/** The outcome of a deed that is not done for all feeds. */
export type Report = { deed: Deed; failed: readonly Failure[]; left: readonly Feed[] };

const actOf =
  (deed: Deed) =>
  ({ feed_id }: Feed): Promise<unknown> => {
    const params = { feed_id };
    switch (deed.kind) {
      case 'move':
        return call('updateFeed', { params, body: { folder: deed.folder } });
      case 'pause':
      case 'resume':
        return call('updateFeed', { params, body: { is_active: deed.kind === 'resume' } });
      case 'retry':
        return call('resumeFeed', { params });
      case 'leave':
        return call('deleteFeed', { params });
    }
  };

/** Does something with many feeds, tells how far it is, and what failed. It goes on if the reader leaves the page. */
export const useDeeds = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts(feedsPageTexts);
  const isStopped = useRef(false);
  const [progress, setProgress] = useState<(Progress & { kind: Deed['kind'] }) | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const { mutate } = useMutation({
    mutationFn: ({ deed, feeds }: { deed: Deed; feeds: readonly Feed[] }) => {
      isStopped.current = false;
      setReport(null);
      return oneByOne({
        feeds: concerned(deed, feeds),
        act: actOf(deed),
        onProgress: (each) => setProgress({ ...each, kind: deed.kind }),
        isStopped: () => isStopped.current,
      });
    },
    onSuccess: ({ done, failed, left }, { deed }) => {
      if (deed.kind === 'leave') for (const { feed_id } of done) dropFeed(client, feed_id);
      if (done.length > 0) notify.info(texts.did[deed.kind](done.length));
      if (failed.length > 0 || left.length > 0) setReport({ deed, failed, left });
    },
    onError: (error) => notify.error(error),
    onSettled: () => {
      setProgress(null);
      return reloadFeeds(client);
    },
  });
  return {
    run: (deed: Deed, feeds: readonly Feed[]): void => mutate({ deed, feeds }),
    progress,
    report,
    stop: (): void => {
      isStopped.current = true;
    },
    dismiss: (): void => setReport(null),
  };
};
