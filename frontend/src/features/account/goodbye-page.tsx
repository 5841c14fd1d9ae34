import { type Job, jobId } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Logo } from '../../components/icons.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { jobQuery } from '../../lib/jobs.ts';

/**
 * The state of an account deletion. `none`: the address names no job. `running`: the job can be seen. `hidden`: the
 * session has ended, so the job can no longer be seen. `gone`: the job is done, or has deleted itself. `failed`: it gave up.
 */
type LeftState = 'none' | 'running' | 'hidden' | 'gone' | 'failed';

/** Returns the state. `code` is the error code of the last request for the job; null if it succeeded. */
export const leftState = (
  jobId: string | null,
  job: Pick<Job, 'state'> | null,
  code: string | null,
): LeftState => {
  if (jobId === null) return 'none';
  if (code === 'NOT_FOUND') return 'gone';
  if (code === 'UNAUTHENTICATED') return 'hidden';
  if (job?.state === 'done') return 'gone';
  if (job?.state === 'failed' || job?.state === 'cancelled') return 'failed';
  return 'running';
};

/** Shows the page after an account was deleted. It follows the deletion until it is done. */
export const GoodbyePage = () => {
  const texts = useTexts('settings').data;
  const id = jobId.safeParse(new URLSearchParams(window.location.search).get('job')).data ?? null;
  // The deletion signs the reader out, so this error must not lead to the sign-in page.
  const { data, error } = useQuery({ ...jobQuery(id), meta: { mayBeSignedOut: true } });
  const state = leftState(id, data ?? null, error instanceof ApiError ? error.code : null);
  useEffect(() => {
    document.title = 'Omomi';
  }, []);
  const says = {
    none: [texts.nobodyLeft, texts.nobodyLeftText, texts.toStart],
    running: [texts.leaving, texts.leavingText, null],
    hidden: [texts.leaving, texts.signedOutText, texts.toSignIn],
    gone: [texts.left, texts.leftText, texts.startAnew],
    failed: [texts.leaving, texts.leftFailed, texts.startAnew],
  } as const satisfies Record<LeftState, readonly [title: string, text: string, way: string | null]>;
  const [title, text, way] = says[state];
  return (
    <Flex as="main" minH="100dvh" direction="column" alignItems="center" px="5" pt={{ base: '14', md: '24' }}>
      <Box as="output" display="block" w="full" maxW="25rem" data-state={state}>
        <Logo size={44} />
        <Box as="h1" textStyle="page" fontWeight="semibold" mt="5">
          {title}
        </Box>
        <Box color="fg.muted" mt="1.5">
          {text}
        </Box>
        {state === 'running' && data !== undefined && data.done > 0 ? (
          <Box color="fg.muted" textStyle="sm" mt="3">
            {texts.deleted(data.done)}
          </Box>
        ) : null}
        {way === null ? null : (
          <Button asChild size="lg" w="full" mt="7" variant="subtle">
            <a href="/">{way}</a>
          </Button>
        )}
      </Box>
    </Flex>
  );
};
