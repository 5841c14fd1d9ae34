import type { QueueDepth } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded, Section } from '../../components/page/section.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { DeadLetters } from './dead-letters.tsx';
import { OwnedLine } from './owned-feeds.tsx';
import { queuesQuery } from './queries.ts';

const QueueLine = ({ queue, waiting, in_flight, dead_letters, now }: QueueDepth & { now: Date }) => {
  const texts = useTexts('owner');
  const [isOpen, setOpen] = useState(false);
  const isDead = dead_letters > 0;
  return (
    <OwnedLine
      title={texts.queueNames[queue]}
      facts={[texts.waiting(waiting), texts.inFlight(in_flight)]}
      trouble={isDead ? texts.dead(dead_letters) : null}
      action={
        isDead || isOpen ? (
          <Button
            size="sm"
            variant="subtle"
            flexShrink="0"
            aria-expanded={isOpen}
            aria-label={texts.showDeadOf(texts.queueNames[queue])}
            onClick={() => setOpen(!isOpen)}
          >
            {texts.showDead}
          </Button>
        ) : null
      }
    >
      {isOpen ? <DeadLetters queue={queue} now={now} /> : null}
    </OwnedLine>
  );
};

/** Shows how much waits in each queue, again every ten seconds, and what failed for good. */
export const Queues = ({ now }: { now: Date }) => {
  const texts = useTexts('owner');
  const queues = useQuery(queuesQuery);
  return (
    <Section title={texts.queues} text={texts.queuesText}>
      <Loaded query={queues} failed={texts.queuesFailed}>
        {({ items }) => (
          <Box as="ul" aria-label={texts.queues} listStyleType="none">
            {items.map((depth) => (
              <QueueLine key={depth.queue} {...depth} now={now} />
            ))}
          </Box>
        )}
      </Loaded>
    </Section>
  );
};
