import type { ArticleRow } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Portal } from '@chakra-ui/react/portal';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { Select } from '../../../components/controls/inputs.tsx';
import { SmallSwitch } from '../../../components/controls/small-switch.tsx';
import { CloseIcon, PauseIcon } from '../../../components/icons.tsx';
import { BackwardIcon, ForwardIcon, PlayIcon } from '../../../components/later-icons.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { barHeight } from '../../../lib/screen.ts';
import { readStored, removeStored, writeStored } from '../../../lib/storage.ts';
import { usePlainKeys } from '../../../lib/use-plain-keys.ts';
import type { RowActions } from '../list/row-parts.tsx';
import { speeds } from '../media/playback.ts';
import { endLeft } from '../playing/left-recording.ts';
import { articleQuery } from '../queries.ts';
import { useMediaKeys } from './media-keys.ts';
import { useAloud } from './use-aloud.ts';

const goesOnKey = 'omomi.aloud-goes-on';

type Props = {
  rows: readonly ArticleRow[];
  openId: string | null;
  actions: Pick<RowActions, 'toggleOpen'>;
  onClose: () => void;
};

/** Closes the bar once the article that was open is closed. It may open only after the bar. */
const useCloseWithArticle = (openId: string | null, onClose: () => void): void => {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (openId === null && wasOpen.current) onClose();
    wasOpen.current = openId !== null;
  }, [openId, onClose]);
};

/** Goes on with the next article, if the reader wants that. */
const GoesOn = ({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) => {
  const texts = useTexts('aloud');
  return (
    <Box ps="2">
      <SmallSwitch
        isNamed
        label={texts.goesOn}
        checked={isOn}
        onChange={(wanted) => {
          onChange(wanted);
          if (wanted) writeStored(goesOnKey, '1');
          else removeStored(goesOnKey);
        }}
      />
    </Box>
  );
};

/** Holds the tools at the lower edge of the window: of the whole of a phone, else over the article. */
const Bar = ({ children }: { children: ReactNode }) => {
  const texts = useTexts('aloud');
  return (
    <Portal>
      <Flex
        as="section"
        aria-label={texts.label}
        data-screen-only=""
        alignItems="center"
        justifyContent="center"
        wrap="wrap"
        columnGap={{ md: '1' }}
        position="fixed"
        zIndex="12"
        bottom={{ base: `calc(${barHeight} + env(safe-area-inset-bottom))`, md: '4' }}
        insetStart={{ base: '0', md: 'auto' }}
        insetEnd={{ base: '0', md: '6' }}
        px="2"
        py="1"
        bg="bg.panel"
        borderWidth={{ base: '1px 0 0', md: '1px' }}
        borderColor="border.emphasized"
        borderRadius={{ base: '0', md: 'xl' }}
        boxShadow="md"
      >
        {children}
      </Flex>
    </Portal>
  );
};

/** Reads the open article aloud, and shows what is needed to rule that. */
export const AloudBar = ({ rows, openId, actions, onClose }: Props) => {
  const texts = useTexts('aloud');
  const playing = useTexts('playing');
  const reading = useTexts('reading');
  const notify = useNotify();
  const { data: article } = useQuery({ ...articleQuery(openId ?? ''), enabled: false });
  const [goesOn, setGoesOn] = useState(() => readStored(goesOnKey) !== null);
  const at = rows.findIndex(({ article_id }) => article_id === openId);
  const next = at === -1 ? undefined : rows[at + 1];
  const openNext = (): void => (next === undefined ? onClose() : actions.toggleOpen(next, 'top'));
  const { narrator, isPlaying, speed, changeSpeed } = useAloud(openId, article, {
    onEnd: () => (goesOn ? openNext() : onClose()),
    onFail: () => notify.info(texts.failed),
  });
  useEffect(endLeft, []);
  useCloseWithArticle(openId, onClose);
  usePlainKeys((event) => {
    if (event.key !== 'l') return;
    event.preventDefault();
    narrator.toggle();
  });
  useMediaKeys({
    title: article?.title ?? '',
    feed: article?.feed_title ?? '',
    isPlaying,
    onToggle: narrator.toggle,
    onNext: openNext,
  });
  return (
    <Bar>
      <IconButton label={texts.back} icon={<BackwardIcon />} onClick={() => narrator.move(-1)} />
      <IconButton
        label={isPlaying ? playing.pause : playing.play}
        icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
        aria-keyshortcuts="l"
        onClick={narrator.toggle}
      />
      <IconButton label={texts.forth} icon={<ForwardIcon />} onClick={() => narrator.move(1)} />
      <Select
        label={reading.speed}
        value={speed}
        onChange={changeSpeed}
        options={speeds.map((each) => ({ value: each, label: `${each} ×` }))}
      />
      <GoesOn isOn={goesOn} onChange={setGoesOn} />
      <IconButton label={playing.end} icon={<CloseIcon />} onClick={onClose} />
    </Bar>
  );
};
