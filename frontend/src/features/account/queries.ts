import type { FeedAddress, Identity, NewFeedAddress, Session, Token } from '@omomi/backend/contract';
import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../lib/notify.ts';
import { deviceText } from '../../lib/device-text.ts';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { keys } from '../../lib/queries/query-keys.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';
import { joined } from '../../lib/format.ts';
import { isCancelled, isMadeAlready, isRefused, makePasskey } from '../../lib/passkey.ts';

export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: ({ signal }) => call('listSessions', { signal }),
});

export const tokensQuery = queryOptions({
  queryKey: keys.tokens,
  queryFn: ({ signal }) => call('listTokens', { signal }),
});

export const feedAddressesQuery = queryOptions({
  queryKey: keys.feedAddresses,
  queryFn: ({ signal }) => call('listFeedAddresses', { signal }),
});

/** Returns a mutation that removes an item, shows a notice of the result, and loads the list again. */
const useRemoval = <T>(remove: (item: T) => Promise<void>, told: (item: T) => string, queryKey: QueryKey) => {
  const notify = useNotify();
  return useDeed({
    mutationFn: remove,
    onSuccess: (_, item) => notify.info(told(item)),
    reload: [queryKey],
  });
};

/** Goes to the provider to link an identity. The provider leads back to the account settings. */
export const useLink = () =>
  useDeed({
    mutationFn: (provider: string) =>
      call('linkIdentity', { body: { provider, return_to: '/settings/account' } }),
    onSuccess: ({ location }) => window.location.assign(location),
  });

export const useUnlink = () => {
  const texts = useTexts('account').account;
  return useRemoval<Identity>(
    ({ identity_id }) => call('unlinkIdentity', { params: { identity_id } }),
    () => texts.unlinked,
    keys.me,
  );
};

export const useEndSession = () => {
  const texts = useTexts('account').account;
  return useRemoval<Session>(
    ({ session_id }) => call('deleteSession', { params: { session_id } }),
    ({ device }) => texts.ended(deviceText(texts, device)),
    keys.sessions,
  );
};

export const useEndOtherSessions = () => {
  const texts = useTexts('account').account;
  return useRemoval<void>(
    () => call('deleteOtherSessions', {}),
    () => texts.endedOthers,
    keys.sessions,
  );
};

/** Creates a token. Shows no notice of an error, because the form shows it. */
export const useCreateToken = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; scope: Token['scope'] }) => call('createToken', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.tokens }),
    // The answer contains the secret, so it is dropped as soon as no page shows it.
    gcTime: 0,
  });
};

export const useRevokeToken = () => {
  const texts = useTexts('account').tokens;
  return useRemoval<Token>(
    ({ token_id }) => call('deleteToken', { params: { token_id } }),
    ({ name }) => texts.revoked(name),
    keys.tokens,
  );
};

/** Makes the addresses of a list as a feed. Shows no notice of an error, because the form shows it. */
export const useCreateFeedAddress = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewFeedAddress) => call('createFeedAddress', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.feedAddresses }),
    // The answer contains the secret, so it is dropped as soon as no page shows it.
    gcTime: 0,
  });
};

export const useRevokeFeedAddress = () => {
  const texts = useTexts('account').tokens;
  return useRemoval<FeedAddress>(
    ({ address_id }) => call('deleteFeedAddress', { params: { address_id } }),
    ({ name }) => texts.revoked(name),
    keys.feedAddresses,
  );
};

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
  const texts = useTexts('ownWays');
  return useMutation({
    mutationFn: async (name: string) => {
      const { options } = await call('beginOwnPasskey', {});
      await call('addPasskey', { body: { name, answer: await makePasskey(options) } });
    },
    onSuccess: () => {
      notify.info(texts.account.added);
      return client.invalidateQueries({ queryKey: keys.me });
    },
    onError: (error) => {
      const { what, todo } = isMadeAlready(error) ? texts.alreadyMade : texts.notMade;
      if (isMadeAlready(error) || isCancelled(error) || isRefused(error)) notify.info(joined([what, todo]));
      else notify.error(error);
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
