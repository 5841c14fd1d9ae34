import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Suspense, useState } from 'react';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import { ListSkeleton } from '../list/list-skeleton.tsx';

const HistoryList = loadPart(async () => (await import('./history-list.tsx')).HistoryList);

type Props = { feedId: string; now: Date };

/** Offers what the document of a feed carries beside the list, and shows it when asked. */
export const FeedHistory = ({ feedId, now }: Props) => {
  const { t } = useI18n();
  const [isAsked, setAsked] = useState(false);
  if (isAsked)
    return (
      <Suspense fallback={<ListSkeleton rows={3} />}>
        <HistoryList feedId={feedId} now={now} />
      </Suspense>
    );
  return (
    <Box textAlign="center" pt="6">
      <Button variant="ghost" color="fg.muted" onClick={() => setAsked(true)}>
        {t.history.show}
      </Button>
    </Box>
  );
};
