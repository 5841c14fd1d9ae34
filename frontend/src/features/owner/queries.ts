import type { QueueName } from '@omomi/backend/contract';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { lookAgain } from '../../lib/api/limit.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';

/** The time between two looks at the queues, in milliseconds. */
const every = 10_000;

export const readersQuery = infiniteQueryOptions({
  queryKey: keys.ownedReaders,
  queryFn: ({ pageParam, signal }) =>
    call('listReaders', { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
});

/** Removes another reader with everything that is theirs. */
export const useRemoveReader = () => {
  const texts = useTexts('owner');
  const notify = useNotify();
  return useDeed({
    mutationFn: ({ user_id }: { user_id: string; name: string }) =>
      call('removeReader', { params: { user_id } }),
    onSuccess: (_, { name }) => notify.info(texts.removed(name)),
    reload: [keys.ownedReaders],
  });
};

export const ownedFeedsQuery = infiniteQueryOptions({
  queryKey: keys.ownedFeeds,
  queryFn: ({ pageParam, signal }) =>
    call('listAllFeeds', { query: pageParam === '' ? {} : { cursor: pageParam }, signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
});

export const queuesQuery = queryOptions({
  queryKey: keys.queues,
  queryFn: ({ signal }) => call('listQueues', { signal }),
  refetchInterval: ({ state: { error } }) => lookAgain(every, error),
});

export const deadLettersQuery = (queue: QueueName) =>
  queryOptions({
    queryKey: keys.deadLetters(queue),
    queryFn: ({ signal }) => call('listDeadLetters', { params: { queue }, signal }),
  });

/** Sends the dead letters of a queue to be tried again. */
export const useRedrive = (queue: QueueName) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('redriveDeadLetters', { params: { queue } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.queues }),
        client.invalidateQueries({ queryKey: keys.deadLetters(queue) }),
      ]),
  });
};
