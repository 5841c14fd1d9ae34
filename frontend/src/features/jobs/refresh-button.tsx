import type { Job } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { RefreshIcon } from '../../components/icons.tsx';
import { call } from '../../lib/api/api.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { keys } from '../../lib/queries/query-keys.ts';
import { addJob } from '../../lib/jobs/queries.ts';
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
      hideBelow="md"
      aria-busy={busy}
      disabled={busy}
      onClick={() => mutate()}
      icon={
        <Box as="span" display="flex" animation={busy ? 'spin 1.4s linear infinite' : 'none'}>
          <RefreshIcon />
        </Box>
      }
    />
  );
};

/** Shows a thin progress line under the header while feeds are fetched. The refresh button says the same in words. */
export const FetchProgress = ({ fetching }: { fetching: Job | null }) => {
  const share =
    fetching === null
      ? 0
      : fetching.total === null || fetching.total === 0
        ? 0.06
        : fetching.done / fetching.total;
  return (
    <Box
      aria-hidden="true"
      position="absolute"
      insetX="0"
      bottom="-1px"
      h="2px"
      opacity={fetching === null ? 0 : 1}
      transition="opacity 300ms"
    >
      <Box
        h="full"
        bg="shu.solid"
        borderEndRadius="full"
        transition="width 400ms ease-out"
        style={{ width: `${Math.max(4, share * 100)}%` }}
      />
    </Box>
  );
};
