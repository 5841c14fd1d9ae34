import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api/api.ts';
import { signalLists } from '../../lib/lists/signals.ts';
import { onReachedAgain } from '../../lib/offline/connection.ts';
import { keys } from '../../lib/queries/query-keys.ts';

/**
 * Asks the server for something as soon as the browser has a network again, and replaces the lists that were loaded without a
 * connection: they may be old, or made of what was kept. A list that is being read keeps its place, as at every change.
 */
export const useBackOnline = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const forget = onReachedAgain((lostAt) => {
      const lists = { queryKey: keys.articleLists };
      const isOld = ({ state }: { state: { dataUpdatedAt: number } }): boolean =>
        state.dataUpdatedAt >= lostAt;
      client.removeQueries({ ...lists, type: 'inactive', predicate: isOld });
      if (client.getQueryCache().findAll({ ...lists, predicate: isOld }).length > 0)
        signalLists(client, 'rows');
    });
    // Counts wait until all marks are sent. This answer says at once whether the server is there.
    const ask = (): void => void call('getHealth', {}).catch(() => undefined);
    window.addEventListener('online', ask);
    return () => {
      forget();
      window.removeEventListener('online', ask);
    };
  }, [client]);
};
