import type { DeadLetter, QueueName, QueueDepth } from '@omomi/backend/contract';
import { Box, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../components/overlays/modal.tsx';
import { Loaded, Section } from '../../components/page/section.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { deadLettersQuery, useRedrive, queuesQuery } from './queries.ts';
import { OwnedLine } from './owned-feeds.tsx';

const Letter = ({ letter, now }: { letter: DeadLetter; now: Date }) => {
  const { language } = useI18n();
  const texts = useTexts('owner');
  return (
    <Box
      as="li"
      py="2"
      borderTopWidth="1px"
      borderColor="border"
      textStyle="xs"
      overflowWrap="anywhere"
      _first={{ borderTopWidth: 0 }}
    >
      <Box>{letter.reason ?? texts.noReason}</Box>
      <Box color="fg.muted">
        {texts.sent(relativeTime(letter.sent_at, now, language))} · {letter.message_id}
      </Box>
      <chakra.code color="fg.muted" whiteSpace="pre-wrap">
        {JSON.stringify(letter.message)}
      </chakra.code>
    </Box>
  );
};

/** Shows the dead letters of a queue with their causes, and sends them to be tried again after a confirmation. */
const DeadLetters = ({ queue, now }: { queue: QueueName; now: Date }) => {
  const texts = useTexts('owner');
  const notify = useNotify();
  const letters = useQuery(deadLettersQuery(queue));
  const redrive = useRedrive(queue);
  const [isAsking, setAsking] = useState(false);
  const name = texts.queueNames[queue];
  return (
    <Box mt="2" bg="bg.subtle" borderRadius="lg" px="4" py="2">
      <Loaded query={letters} failed={texts.deadFailed}>
        {({ items }) =>
          items.length === 0 ? (
            <Box color="fg.muted" textStyle="sm">
              {texts.noDead}
            </Box>
          ) : (
            <>
              <Box
                as="ul"
                aria-label={texts.deadOf(name)}
                listStyleType="none"
                maxH="24rem"
                overflowY="auto"
                tabIndex={0}
              >
                {items.map((letter) => (
                  <Letter key={letter.message_id} letter={letter} now={now} />
                ))}
              </Box>
              <Button size="sm" my="2" colorPalette="shu" onClick={() => setAsking(true)}>
                {texts.redrive}
              </Button>
            </>
          )
        }
      </Loaded>
      <Confirm
        title={texts.redriveTitle(name)}
        text={texts.redriveText}
        action={texts.redrive}
        open={isAsking}
        busy={redrive.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          redrive.mutate(undefined, {
            onSuccess: ({ redriven }) => notify.info(texts.redriven(redriven)),
            onError: (error) => notify.error(error),
            onSettled: () => setAsking(false),
          })
        }
      />
    </Box>
  );
};

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
