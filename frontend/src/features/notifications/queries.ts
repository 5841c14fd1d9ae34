import type { NewChannel, Notifications, NotificationSettings } from '@omomi/backend/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';

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

/** Returns the mutation that changes the settings, which are shown at once. */
export const useSetNotifications = () => {
  const client = useQueryClient();
  return useDeed({
    mutationFn: (body: NotificationSettings) => call('setNotifications', { body }),
    onMutate: (settings) =>
      client.setQueryData<Notifications>(keys.notifications, (shown) => shown && { ...shown, settings }),
    reload: [keys.notifications],
  });
};

/** Returns the mutation that adds a channel. Shows no notice of an error, because the form shows it. */
export const useAddChannel = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewChannel) => call('addChannel', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.notifications }),
  });
};

export const useDeleteChannel = () =>
  useDeed({
    mutationFn: (channel_id: string) => call('deleteChannel', { params: { channel_id } }),
    reload: [keys.notifications],
  });
