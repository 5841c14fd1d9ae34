import type { Job } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { RefreshIcon } from '../../components/icons.tsx';
import { call } from '../../lib/api/api.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { keys } from '../../lib/queries/query-keys.ts';
import { addJob } from '../../lib/jobs.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';

/** Starts fetching the feeds. The job watch then shows the progress. */
export const useFetchFeeds = () => {
  const client = useQueryClient();
  return useDeed({
    mutationFn: () => call('fetchFeeds', { body: {} }),
    onSuccess: (job) => addJob(client, job),
    reload: [keys.jobs],
  });
};

/** Fetches the feeds. A phone has that in the menu of the list, and by pulling the list down. */
export const RefreshButton = ({ fetching }: { fetching: Job | null }) => {
  const { t } = useI18n();
  const { mutate, isPending } = useFetchFeeds();
  const busy = isPending || fetching !== null;
  const label =
    fetching !== null && fetching.total !== null
      ? t.jobs.progress(fetching.done, fetching.total)
      : busy
        ? t.jobs.refreshing
        : t.jobs.refresh;
  return (
    <IconButton
      label={label}
      data-stop=""
      className="is-wide"
      aria-busy={busy}
      disabled={busy}
      onClick={() => mutate()}
      icon={<RefreshIcon />}
    />
  );
};
