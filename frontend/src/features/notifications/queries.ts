import type { MorningSettings, NewChannel, NotificationSettings } from '@omomi/backend/contract';
import { useQueryClient, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useDeed } from '../../lib/queries/use-deed.ts';
import { call } from '../../lib/api/api.ts';

/** The time zone, the language and the address of this page, as the service is told them. */
type Here = Pick<MorningSettings, 'time_zone' | 'language' | 'page'>;

export const useHere = (): Here => {
  const { language } = useI18n();
  return {
    language,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    page: window.location.origin,
  };
};

/**
 * Returns the mutation that changes some settings, which are shown at once. Several changes are sent one after the other, each with
 * those before it, and what is loaded meanwhile does not undo them.
 * @param key - The key of the query whose data have the settings.
 * @param unset - The settings of a reader who has none; null if these cannot be changed.
 */
const useSetAtOnce = <Settings extends object>(
  key: readonly string[],
  unset: Settings | null,
  send: (settings: Settings) => Promise<unknown>,
) => {
  const client = useQueryClient();
  type Shown = { settings: Settings | null };
  const shown = (): Settings | null => client.getQueryData<Shown>(key)?.settings ?? unset;
  return useDeed<unknown, Partial<Settings>>({
    scope: { id: key.join(' ') },
    mutationKey: key,
    mutationFn: async () => {
      const settings = shown();
      return settings === null ? null : send(settings);
    },
    onMutate: (changes) => {
      void client.cancelQueries({ queryKey: key }, { revert: false });
      const before = shown();
      if (before === null) return;
      const settings = { ...before, ...changes };
      client.setQueryData<Shown>(key, (known) => known && { ...known, settings });
    },
    onSettled: () =>
      client.isMutating({ mutationKey: key }) > 1 ? undefined : client.invalidateQueries({ queryKey: key }),
  });
};

// Only this feature asks for them, so the start of the page need not know their keys.
const keys = {
  notifications: ['notifications'] as const,
  notificationPreview: (settings: string) => ['notification-preview', settings] as const,
  morning: ['morning'] as const,
};

export const notificationsQuery = queryOptions({
  queryKey: keys.notifications,
  queryFn: ({ signal }) => call('getNotifications', { signal }),
});

export const previewQuery = (settings: NotificationSettings) =>
  queryOptions({
    queryKey: keys.notificationPreview(JSON.stringify({ ...settings, is_on: true })),
    queryFn: ({ signal }) => call('previewNotifications', { body: settings, signal }),
    placeholderData: keepPreviousData,
  });

/** `unset` are the settings of a reader who has none. */
export const useSetNotifications = (unset: NotificationSettings) =>
  useSetAtOnce(keys.notifications, unset, (body) => call('setNotifications', { body }));

/** Returns the mutation that adds a channel, or the one that it gets. Shows no notice of an error, because the form shows it. */
export const useAddChannel = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (given: NewChannel | (() => Promise<NewChannel>)) =>
      call('addChannel', { body: typeof given === 'function' ? await given() : given }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.notifications }),
  });
};

export const useDeleteChannel = () =>
  useDeed({
    mutationFn: (channel_id: string) => call('deleteChannel', { params: { channel_id } }),
    reload: [keys.notifications],
  });

export const morningQuery = queryOptions({
  queryKey: keys.morning,
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
  useSetAtOnce<MorningSettings>(keys.morning, unsetMorning(here), (body) => call('setMorning', { body }));

/** Returns the mutation that sets the address. Shows no notice of an error, because the form shows it. */
export const useSetAddress = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Here & { address: string }) => call('setMorningAddress', { body }),
    onSuccess: (morning) => client.setQueryData(morningQuery.queryKey, morning),
  });
};

export const useRemoveAddress = () =>
  useDeed({ mutationFn: () => call('deleteMorningAddress', {}), reload: [keys.morning] });

export const useSendNow = () =>
  useDeed({ mutationFn: () => call('sendMorning', {}), reload: [keys.morning] });
