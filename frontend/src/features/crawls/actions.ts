import type { CrawlSettings } from '@omomi/backend/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { crawlTexts } from '../../lib/i18n/texts/crawls/crawl.ts';
import { addJob } from '../../lib/jobs/add-job.ts';
import { useNotify } from '../../lib/notify.ts';
import { keys } from '../../lib/queries/query-keys.ts';

/** Starts a crawl. Shows no notice of an error, because the form shows it. */
export const useStartCrawl = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: CrawlSettings) => call('startCrawl', { body: settings }),
    onSuccess: (job) => {
      addJob(client, job);
      return Promise.all([
        client.invalidateQueries({ queryKey: keys.crawlList }),
        client.invalidateQueries({ queryKey: keys.jobs }),
      ]);
    },
  });
};

export const useCancelCrawl = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts(crawlTexts);
  return useMutation({
    mutationFn: (crawlId: string) => call('cancelJob', { params: { job_id: crawlId } }),
    onSuccess: ({ state }) => notify.info(state === 'cancelled' ? texts.cancelled : texts.tooLate),
    onError: (error) => notify.error(error),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.crawls }),
        client.invalidateQueries({ queryKey: keys.jobs }),
      ]),
  });
};
