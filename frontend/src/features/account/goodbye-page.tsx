import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { type Job, jobId } from '@omomi/backend/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Logo } from '../../components/logo.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { settingsTexts } from '../../lib/i18n/settings.ts';
import { useTexts } from '../../lib/i18n/texts.ts';
import { keys } from '../../lib/query-keys.ts';
import { isActive } from '../jobs/queries.ts';
import { type LeftState, leftState } from './left-state.ts';

/** Milliseconds between two looks at the job. */
const lookEvery = 1_500;

const leavingQuery = (id: string | null) =>
  queryOptions<Job, Error>({
    queryKey: keys.job(id ?? ''),
    queryFn: ({ signal }) => call('getJob', { params: { job_id: id ?? '' }, signal }),
    enabled: id !== null,
    retry: false,
    // Being signed out is what was asked for.
    meta: { mayBeSignedOut: true },
    refetchInterval: ({ state }) =>
      state.error === null && (state.data === undefined || isActive(state.data)) ? lookEvery : false,
  });

/** What a reader sees who has just left. Stands alone: there is no reader any more to show anything of. */
export const GoodbyePage = () => {
  const texts = useTexts(settingsTexts).data;
  const id = jobId.safeParse(new URLSearchParams(window.location.search).get('job')).data ?? null;
  const { data, error } = useQuery(leavingQuery(id));
  const state = leftState(data ?? null, error instanceof ApiError ? error.code : null);
  const isGone = state === 'gone';
  useEffect(() => {
    document.title = 'Omomi';
  }, []);
  const says: Record<LeftState, string> = {
    running: texts.leavingText,
    hidden: texts.signedOutText,
    gone: texts.leftText,
    failed: texts.leftFailed,
  };
  return (
    <Flex as="main" minH="100dvh" direction="column" alignItems="center" px="5" pt={{ base: '14', md: '24' }}>
      <Box as="output" display="block" w="full" maxW="25rem" data-state={state}>
        <Logo size={44} />
        <Box as="h1" textStyle="page" fontWeight="semibold" mt="5">
          {isGone ? texts.left : texts.leaving}
        </Box>
        <Box color="fg.muted" mt="1.5">
          {says[state]}
        </Box>
        {state === 'running' && data !== undefined && data.done > 0 ? (
          <Box color="fg.muted" textStyle="sm" mt="3">
            {texts.deleted(data.done)}
          </Box>
        ) : null}
        {state === 'running' ? null : (
          <Button asChild size="lg" w="full" mt="7" variant="subtle">
            <a href="/">{state === 'hidden' ? texts.toSignIn : texts.startAnew}</a>
          </Button>
        )}
      </Box>
    </Flex>
  );
};
