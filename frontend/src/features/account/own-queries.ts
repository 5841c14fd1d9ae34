import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { isCancelled, makePasskey } from '../../lib/passkey.ts';

/** Sets the password. Shows no notice of an error, because the form shows it. */
export const useSetPassword = (onDone: () => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts('ownWays').account;
  return useMutation({
    mutationFn: (body: { name: string; present?: string; password: string }) => call('setPassword', { body }),
    onSuccess: async () => {
      onDone();
      notify.info(texts.changed);
      await client.invalidateQueries({ queryKey: keys.me });
      await client.invalidateQueries({ queryKey: keys.sessions });
    },
  });
};

export const useAddPasskey = (onDone: () => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts('ownWays').account;
  return useMutation({
    mutationFn: async (name: string) => {
      const { options } = await call('beginOwnPasskey', {});
      await call('addPasskey', { body: { name, answer: await makePasskey(options) } });
    },
    onSuccess: () => {
      notify.info(texts.added);
      return client.invalidateQueries({ queryKey: keys.me });
    },
    onError: (error) => {
      if (!isCancelled(error)) notify.error(error);
    },
    onSettled: onDone,
  });
};

/** Makes a link that lets one person in. */
export const useInvite = () => {
  const notify = useNotify();
  return useMutation({
    mutationFn: () => call('createInvitation', {}),
    onError: (error) => notify.error(error),
    // The answer contains the secret, so it is dropped as soon as no page shows it.
    gcTime: 0,
  });
};
