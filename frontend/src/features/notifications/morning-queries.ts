import type { Morning, MorningSettings } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';

/** The time zone, the language and the address of this page, as the service is told them. */
export type Here = Pick<MorningSettings, 'time_zone' | 'language' | 'page'>;

const morningKey = ['morning'] as const;

export const morningQuery = queryOptions({
  queryKey: morningKey,
  queryFn: ({ signal }) => call('getMorning', { signal }),
});

/** Returns the mutation that changes when mails come. What is chosen is shown at once, and several changes are sent one after the other. */
export const useSetMorning = () => {
  const client = useQueryClient();
  const shown = () => client.getQueryData(morningQuery.queryKey)?.settings ?? null;
  return useDeed<Morning | null, Partial<MorningSettings>>({
    scope: { id: 'morning' },
    mutationKey: morningKey,
    mutationFn: async () => {
      const settings = shown();
      return settings === null ? null : call('setMorning', { body: settings });
    },
    onMutate: (changes) => {
      void client.cancelQueries({ queryKey: morningKey }, { revert: false });
      client.setQueryData(
        morningQuery.queryKey,
        (before) => before && { ...before, settings: before.settings && { ...before.settings, ...changes } },
      );
    },
    onSettled: () =>
      client.isMutating({ mutationKey: morningKey }) > 1
        ? undefined
        : client.invalidateQueries({ queryKey: morningKey }),
  });
};

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
