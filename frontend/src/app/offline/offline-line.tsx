import { Box } from '@chakra-ui/react';
import { Fragment, useState, useSyncExternalStore } from 'react';
import '../../components/above-foot.css';
import { gapAfter } from '../../lib/format.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { onUnsent, unsentMarks } from '../../lib/marks/unsent.ts';
import { useReached } from '../../lib/offline/connection.ts';
import { onOutbox, waitingChanges } from '../../lib/offline/outbox.ts';

const countWaiting = (): number => waitingChanges().length + unsentMarks();

const subscribe = (listener: () => void): (() => void) => {
  const forget = [onOutbox(listener), onUnsent(listener)];
  return () => forget.forEach((end) => end());
};

/** Returns true while the server cannot be reached, and after that until all changes that waited have been sent. */
const useCatchingUp = (isReached: boolean, waiting: number): boolean => {
  const [was, setWas] = useState(false);
  const is = !isReached || (was && waiting > 0);
  if (is !== was) setWas(is);
  return is;
};

/** Says in one line that the server cannot be reached, how many changes wait for it, and when they are being sent. */
export const OfflineLine = () => {
  const { t } = useI18n();
  const isReached = useReached();
  const waiting = useSyncExternalStore(subscribe, countWaiting);
  const isShown = useCatchingUp(isReached, waiting);
  const text = [
    ...(isReached ? [] : [t.offline.line]),
    ...(waiting === 0 ? [] : [isReached ? t.offline.sending(waiting) : t.offline.waiting(waiting)]),
  ];
  return (
    <output className="above-foot">
      {!isShown ? null : (
        <Box
          data-testid="offline"
          w="fit-content"
          maxW="calc(100vw - 2rem)"
          mx="auto"
          mb="3"
          px="4"
          py="1.5"
          borderRadius="full"
          borderWidth="1px"
          borderColor="border"
          bg="bg.panel"
          color="fg.muted"
          boxShadow="sm"
          textStyle="sm"
          textAlign="center"
        >
          {/* Each sentence is a block, so that a line that is too long for a phone breaks between two sentences. */}
          {text.map((sentence) => (
            <Fragment key={sentence}>
              <Box as="span" display="inline-block">
                {sentence}
              </Box>
              {gapAfter(sentence)}
            </Fragment>
          ))}
        </Box>
      )}
    </output>
  );
};
