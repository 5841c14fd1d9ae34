import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Section } from '../../components/page/section.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { keys } from '../../lib/queries/query-keys.ts';
import { OwnedFeeds } from './owned-feeds.tsx';
import { Queues } from './queues.tsx';
import { Readers } from './readers.tsx';

const kinds = ['dispatch', 'cleanup', 'recalculate'] as const;

/** Starts a job for the whole deployment, and says what it has begun. */
const DeploymentJobs = () => {
  const texts = useTexts('owner');
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: (kind: (typeof kinds)[number]) => call('startDeploymentJob', { params: { kind } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.queues }),
  });
  return (
    <Section title={texts.jobs} text={texts.jobsText}>
      <Flex gap="2" wrap="wrap">
        {kinds.map((kind) => (
          <Button
            key={kind}
            size="md"
            variant="subtle"
            disabled={start.isPending}
            onClick={() => start.mutate(kind)}
          >
            {texts.kinds[kind]}
          </Button>
        ))}
      </Flex>
      <Box as="output" display="block" textStyle="sm" mt="3" _empty={{ display: 'none' }}>
        {start.data === undefined ? null : texts.started[start.data.kind](start.data.started)}
      </Box>
      {start.error === null ? null : (
        <Box mt="3">
          <FieldError error={start.error} />
        </Box>
      )}
    </Section>
  );
};

/** Shows the queues, the jobs, the feeds and the readers of all. */
export const Deployment = ({ now }: { now: Date }) => (
  <>
    <Queues now={now} />
    <DeploymentJobs />
    <OwnedFeeds now={now} />
    <Readers now={now} />
  </>
);
