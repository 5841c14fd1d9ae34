import type { Identity, Session, Token } from '@omomi/backend/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../components/notices.tsx';
import { call } from '../../lib/api.ts';
import { settingsTexts } from '../../lib/i18n/settings.ts';
import { useTexts } from '../../lib/i18n/texts.ts';
import { keys } from '../../lib/query-keys.ts';

export const sessionsQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: ({ signal }) => call('listSessions', { signal }),
});

export const tokensQuery = queryOptions({
  queryKey: keys.tokens,
  queryFn: ({ signal }) => call('listTokens', { signal }),
});

export const useUnlink = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts(settingsTexts).account;
  return useMutation({
    mutationFn: ({ identity_id }: Identity) => call('unlinkIdentity', { params: { identity_id } }),
    onSuccess: () => notify.info(texts.unlinked),
    onError: (error) => notify.error(error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.me }),
  });
};

export const useEndSession = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts(settingsTexts).account;
  return useMutation({
    mutationFn: ({ session_id }: Session) => call('deleteSession', { params: { session_id } }),
    onSuccess: (_, { device }) => notify.info(texts.ended(device)),
    onError: (error) => notify.error(error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
};

export const useEndOtherSessions = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts(settingsTexts).account;
  return useMutation({
    mutationFn: () => call('deleteOtherSessions', {}),
    onSuccess: () => notify.info(texts.endedOthers),
    onError: (error) => notify.error(error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
};

/** Shows its own errors: the form does. */
export const useCreateToken = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; scope: Token['scope'] }) => call('createToken', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.tokens }),
    // The answer has the secret: it is gone as soon as the page no longer shows it.
    gcTime: 0,
  });
};

export const useRevokeToken = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts(settingsTexts).tokens;
  return useMutation({
    mutationFn: ({ token_id }: Token) => call('deleteToken', { params: { token_id } }),
    onSuccess: (_, { name }) => notify.info(texts.revoked(name)),
    onError: (error) => notify.error(error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.tokens }),
  });
};
