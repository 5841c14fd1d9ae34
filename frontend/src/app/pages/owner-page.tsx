import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { Section, Loaded } from '../../components/page/section.tsx';
import { FieldError, Problem } from '../../components/page/states.tsx';
import { call } from '../../lib/api/api.ts';
import { useTexts, useI18n } from '../../lib/i18n/language.tsx';
import { keys } from '../../lib/queries/query-keys.ts';
import { OwnedFeeds } from '../../features/owner/owned-feeds.tsx';
import { Queues } from '../../features/owner/queues.tsx';
import { Readers } from '../../features/owner/readers.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { meQuery } from '../../lib/session.ts';
import { useNow } from '../../lib/clock.ts';
import { useShowFeeds } from '../layout/layout.tsx';
import { goToPage } from '../use-reading.ts';
import { SettingsTabs } from './page-tabs.tsx';

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
const Deployment = ({ now }: { now: Date }) => (
  <>
    <Queues now={now} />
    <DeploymentJobs />
    <OwnedFeeds now={now} />
    <Readers now={now} />
  </>
);

/** Shows the whole deployment to its owner, and the reason for nothing to everybody else. */
export const OwnerPage = () => {
  const showFeeds = useShowFeeds();
  const { t } = useI18n();
  const texts = useTexts('owner');
  const now = useNow();
  const me = useQuery(meQuery);
  return (
    <PageFrame title={t.nav.owner} onMenu={showFeeds} tabs={<SettingsTabs current="owner" />}>
      <Loaded query={me} failed={texts.meFailed}>
        {({ is_owner }) =>
          is_owner ? (
            <Deployment now={now} />
          ) : (
            <Problem
              title={texts.forbidden.title}
              text={texts.forbidden.text}
              actions={[{ label: texts.forbidden.action, run: () => goToPage({ page: 'reading' }) }]}
            />
          )
        }
      </Loaded>
    </PageFrame>
  );
};
