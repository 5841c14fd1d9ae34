import { type SignInError, signInError } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ErrorState } from '../../components/page/states.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { loginAddress, providersQuery } from '../../lib/session.ts';
import { EntryFrame } from './entry-frame.tsx';
import { OwnSignIn } from './own-sign-in.tsx';

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
