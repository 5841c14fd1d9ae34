import { Box, chakra, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { type SignInError, signInError } from '@omomi/backend/contract';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { PasswordInput, ReaderNameInput } from '../../components/controls/inputs.tsx';
import { PlainHttpNote, NotHttps, OwnError, EntryFrame } from './entry-frame.tsx';
import { PasskeysNote } from '../../components/passkeys-note.tsx';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { askPasskey, canUsePasskeys, isPlainHttp } from '../../lib/passkey.ts';
import { ErrorState } from '../../components/page/states.tsx';
import { loginAddress, providersQuery } from '../../lib/session.ts';

const enter = ({ location }: { location: string }): void => window.location.replace(location);

type OwnSignInProps = { returnTo: string | null; isHttpAllowed: boolean };

type Fields = { name: string; password: string };

/** Returns the sign-in by a password and the one by a passkey. Each leads on once it is done. */
const useOwnSignIn = (returnTo: string | null) => {
  const back = returnTo === null ? {} : { return_to: returnTo };
  const byPassword = useMutation({
    mutationFn: (fields: Fields) => call('signInWithPassword', { body: { ...fields, ...back } }),
    onSuccess: enter,
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const { options } = await call('beginPasskey', {});
      return call('signInWithPasskey', { body: { answer: await askPasskey(options), ...back } });
    },
    onSuccess: enter,
  });
  const isBusy = [byPassword, byPasskey].some(({ isPending, isSuccess }) => isPending || isSuccess);
  return {
    isBusy,
    error: byPassword.error ?? byPasskey.error,
    isByPasskey: byPassword.error === null,
    byPassword: (fields: Fields) => {
      byPasskey.reset();
      byPassword.mutate(fields);
    },
    byPasskey: () => {
      byPassword.reset();
      byPasskey.mutate();
    },
  };
};

type FormProps = { isBusy: boolean; onSubmit: (fields: Fields) => void };

const PasswordForm = ({ isBusy, onSubmit }: FormProps) => {
  const texts = useTexts('ownWays');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && password !== '') onSubmit({ name, password });
      }}
    >
      <Flex direction="column" gap="4">
        <ReaderNameInput label={texts.name} value={name} onChange={setName} />
        <PasswordInput label={texts.password} value={password} isNew={false} onChange={setPassword} />
        <Button type="submit" size="lg" w="full" variant="outline" disabled={isBusy}>
          {texts.signIn}
        </Button>
      </Flex>
    </form>
  );
};

/** Signs in with a passkey, or with a name and a password. */
const OwnSignIn = ({ returnTo, isHttpAllowed }: OwnSignInProps) => {
  const texts = useTexts('ownWays');
  const { isBusy, error, isByPasskey, byPassword, byPasskey } = useOwnSignIn(returnTo);
  if (isPlainHttp() && !isHttpAllowed) return <NotHttps />;
  return (
    <Flex direction="column" gap="5">
      <PlainHttpNote />
      {canUsePasskeys() ? (
        <Button size="lg" w="full" disabled={isBusy} onClick={byPasskey}>
          {texts.passkey}
        </Button>
      ) : (
        <PasskeysNote />
      )}
      <PasswordForm isBusy={isBusy} onSubmit={byPassword} />
      {error === null ? null : (
        <OwnError
          error={error}
          passkey={isByPasskey ? { cancelled: texts.cancelled, refused: texts.unknownPasskey } : null}
        />
      )}
      <Box color="fg.muted" textStyle="sm">
        {texts.forgotten}
        {['omomi invite', 'npm run invite --'].map((command) => (
          <chakra.code key={command} display="block" mt="1" fontSize="xs" whiteSpace="nowrap">
            {`${command} --for <${texts.yourName}>`}
          </chakra.code>
        ))}
      </Box>
    </Flex>
  );
};

/** Returns the sign-in error in an address: `unknown` for a code this page does not know, null if there is none. */
export const problemOf = (search: string): SignInError | 'unknown' | null => {
  const word = new URLSearchParams(search).get('error');
  return word === null || word === '' ? null : (signInError.safeParse(word).data ?? 'unknown');
};

/**
 * Returns the path to go back to after signing in. Null if there is none, or if it leads to another host, another
 * scheme, the API or the sign-in page. The server checks it again.
 */
export const returnPath = (search: string): string | null => {
  const wanted = new URLSearchParams(search).get('return_to');
  if (wanted === null || !wanted.startsWith('/')) return null;
  const base = 'https://omomi.invalid';
  const url = URL.parse(wanted, base);
  // The URL of `/.//other.example` has our origin, but its path, used alone, leads to another host.
  if (url === null || url.origin !== base || /^\/(?:\/|sign-in(?:\/|$)|api\/)/.test(url.pathname))
    return null;
  return `${url.pathname}${url.search}`;
};

/** Leads through the proxy once more, which signs readers in where it is asked for a page. */
const ByProxy = ({ returnTo }: { returnTo: string | null }) => {
  const texts = useTexts('signIn');
  return (
    <Flex direction="column" gap="4">
      <Box color="fg.muted">{texts.byProxy}</Box>
      <Button asChild size="lg" w="full">
        <a href={returnTo ?? '/'}>{texts.throughProxy}</a>
      </Button>
    </Flex>
  );
};

const Ways = ({ returnTo }: { returnTo: string | null }) => {
  const texts = useTexts('signIn');
  const { data, error, refetch } = useQuery(providersQuery);
  const needsNone = data?.needs_sign_in === false;
  useEffect(() => {
    // The only reader of a local Omomi needs no sign-in.
    if (needsNone) window.location.replace(returnTo ?? '/');
  }, [needsNone, returnTo]);
  if (data === undefined && error !== null)
    return <ErrorState title={texts.loadFailed} error={error} onRetry={() => void refetch()} />;
  if (data === undefined || needsNone) return <Skeleton h="12" borderRadius="lg" />;
  if (data.has_proxy && data.providers.length === 0 && !data.has_accounts)
    return <ByProxy returnTo={returnTo} />;
  if (data.providers.length === 0 && !data.has_accounts) return <Box color="fg.muted">{texts.none}</Box>;
  return (
    <Flex direction="column" gap="3">
      {data.providers.map(({ provider, name }, index) => (
        <Button key={provider} asChild size="lg" w="full" variant={index === 0 ? 'solid' : 'outline'}>
          <a href={loginAddress(provider, returnTo)}>{texts.with(name)}</a>
        </Button>
      ))}
      {data.has_accounts ? (
        <Box mt={data.providers.length === 0 ? '0' : '5'}>
          <OwnSignIn returnTo={returnTo} isHttpAllowed={data.is_http_allowed} />
        </Box>
      ) : null}
    </Flex>
  );
};

/** Says why the last try failed and what to do. */
const Trouble = ({ problem }: { problem: NonNullable<ReturnType<typeof problemOf>> }) => {
  const texts = useTexts('signIn');
  const help = problem === 'unknown' ? texts.unknown : texts.problems[problem];
  return (
    <Box
      role="alert"
      data-problem={problem}
      bg="bg.error"
      borderRadius="xl"
      px="4"
      py="3.5"
      mt="7"
      textStyle="sm"
    >
      <Box fontWeight="semibold" color="fg.error" textStyle="md">
        {help.title}
      </Box>
      <Box mt="1">{help.what}</Box>
      <Box mt="1.5">{help.todo}</Box>
    </Box>
  );
};

/** Shows the sign-in page, with a message if the last try failed. */
export const SignInPage = () => {
  const texts = useTexts('signIn');
  const { search } = window.location;
  const problem = problemOf(search);
  return (
    <EntryFrame
      title={texts.title}
      lead={texts.lead}
      notice={problem === null ? null : <Trouble problem={problem} />}
    >
      {problem === 'other_reader' || problem === 'identity_taken' ? (
        <Button asChild size="lg" w="full">
          <a href="/settings/account">{texts.toAccount}</a>
        </Button>
      ) : (
        <Ways returnTo={returnPath(search)} />
      )}
    </EntryFrame>
  );
};
