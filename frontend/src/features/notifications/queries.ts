import type { NewChannel, NotificationSettings } from '@omomi/backend/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';
import { useSetAtOnce } from './set-at-once.ts';

// Only this feature asks for them, so the start of the page need not know their keys.
const keys = {
  notifications: ['notifications'] as const,
  notificationPreview: (settings: string) => ['notification-preview', settings] as const,
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
