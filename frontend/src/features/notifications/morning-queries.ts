import type { MorningSettings } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';
import type { Here } from './here.ts';
import { useSetAtOnce } from './set-at-once.ts';

const morningKey = ['morning'] as const;

export const morningQuery = queryOptions({
  queryKey: morningKey,
  queryFn: ({ signal }) => call('getMorning', { signal }),
});

/** Returns the settings of a reader who has none, as they come with an address. */
export const unsetMorning = (here: Here): MorningSettings => ({
  is_on: false,
  time: '07:00',
  days: [1, 2, 3, 4, 5, 6, 7],
  ...here,
});

export const useSetMorning = (here: Here) =>
  useSetAtOnce<MorningSettings>(morningKey, unsetMorning(here), (body) => call('setMorning', { body }));

/** Returns the mutation that sets the address. Shows no notice of an error, because the form shows it. */
export const useSetAddress = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Here & { address: string }) => call('setMorningAddress', { body }),
    onSuccess: (morning) => client.setQueryData(morningQuery.queryKey, morning),
  });
};

export const useRemoveAddress = () =>
  useDeed({ mutationFn: () => call('deleteMorningAddress', {}), reload: [morningKey] });

export const useSendNow = () => useDeed({ mutationFn: () => call('sendMorning', {}), reload: [morningKey] });
