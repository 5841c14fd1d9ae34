import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showMarks } from '../features/articles/marks/use-set-read.ts';
import { applyChange } from '../features/articles/marks/mutations.ts';
import { readMarksOf } from '../lib/marks/read-marks.ts';
import { signalLists } from '../lib/lists/signals.ts';
import { keys } from '../lib/queries/query-keys.ts';
import { type TabMessage, listenToTabs } from '../lib/tabs/tabs.ts';

const take = (client: QueryClient, told: TabMessage): void => {
  switch (told.kind) {
    case 'read':
      readMarksOf(client).told(told.marks);
      showMarks(client, told.marks);
      return;
    case 'settled':
      readMarksOf(client).settled(told.marks, told.is_taken);
      return;
    case 'saved':
      applyChange(client, told.article_id, { is_saved: told.is_saved });
      return;
    case 'changed':
      if (told.what === 'rows') signalLists(client, 'rows');
      else if (told.what === 'counts') void client.invalidateQueries({ queryKey: keys.counts });
      else if (told.what === 'preferences') void client.invalidateQueries({ queryKey: keys.preferences });
      else void client.invalidateQueries({ queryKey: keys.feeds });
  }
};

/** Looks for what is new when the page is seen again or has its connection back. */
const onComeback = (client: QueryClient) => (): void => {
  if (document.visibilityState === 'visible') void client.invalidateQueries({ queryKey: keys.counts });
};

/** Keeps this tab in agreement with the reader's other tabs, without moving a row, and up to date after a pause. */
export const useTabs = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const forget = listenToTabs((told) => take(client, told));
    const look = onComeback(client);
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      forget();
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client]);
};
