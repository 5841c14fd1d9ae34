import { Box, Flex } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { InnerLink } from '../../../components/inner-link.tsx';
import { CloseIcon, ListIcon, PauseIcon } from '../../../components/icons.tsx';
import { BackwardIcon, ForwardIcon, PlayIcon } from '../../../components/later-icons.tsx';
import { go, openWindow } from '../../../lib/address/history.ts';
import { languageOf } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { useMediaSession } from '../../../lib/use-media-session.ts';
import { BACK_SECONDS, clockText, FORTH_SECONDS, move } from '../media/playback.ts';
import { Following, playNext } from './play.tsx';
import { type LeftRecording, endLeft } from './left-recording.ts';

const events = ['play', 'pause', 'timeupdate', 'durationchange', 'ended', 'emptied', 'error'] as const;

/** Returns what an element plays now, and renders again as it goes on. */
const usePlayback = (media: HTMLMediaElement) => {
  const read = () => ({
    isPlaying: !media.paused && !media.ended,
    seconds: Math.floor(media.currentTime),
    hasFailed: media.error !== null,
  });
  const [now, setNow] = useState(read);
  useEffect(() => {
    const update = (): void =>
      setNow((known) => {
        const next = read();
        const isSame =
          known.isPlaying === next.isPlaying &&
          known.seconds === next.seconds &&
          known.hasFailed === next.hasFailed;
        return isSame ? known : next;
      });
    update();
    for (const event of events) media.addEventListener(event, update);
    return () => {
      for (const event of events) media.removeEventListener(event, update);
    };
    // The function reads the element alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [media]);
  return now;
};

const seeking = ['seekbackward', 'seekforward', 'nexttrack'] as const;

type ControlsProps = { media: HTMLMediaElement; isPlaying: boolean; seconds: number };

const Controls = ({ media, isPlaying, seconds }: ControlsProps) => {
  const texts = useTexts('playing');
  return (
    <Flex alignItems="center">
      <IconButton label={texts.back} icon={<BackwardIcon />} onClick={() => move(media, -BACK_SECONDS)} />
      <IconButton
        label={isPlaying ? texts.pause : texts.play}
        icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
        onClick={() => (isPlaying ? media.pause() : void media.play().catch(() => undefined))}
      />
      <IconButton label={texts.forth} icon={<ForwardIcon />} onClick={() => move(media, FORTH_SECONDS)} />
      <Box
        flex="1"
        textAlign="center"
        textStyle="xs"
        color="fg.muted"
        css={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {clockText(seconds)}
        {Number.isFinite(media.duration) ? ` / ${clockText(media.duration)}` : ''}
      </Box>
      <IconButton label={texts.end} icon={<CloseIcon />} onClick={endLeft} />
    </Flex>
  );
};

/** Shows the recording that goes on after its article was left, with what is needed to rule it and to go back to the article. */
export const LeftPlayer = ({ left }: { left: LeftRecording }) => {
  const texts = useTexts('playing');
  const listening = useTexts('listening');
  const { media, episode } = left;
  const { title, address } = episode;
  const { isPlaying, seconds, hasFailed } = usePlayback(media);
  useMediaSession({
    title,
    actions: seeking,
    onAction: (action) => {
      if (action === 'nexttrack') playNext();
      else move(media, action === 'seekbackward' ? -BACK_SECONDS : FORTH_SECONDS);
    },
  });
  return (
    <Box
      as="section"
      aria-label={texts.label}
      data-testid="left-player"
      data-screen-only=""
      bg="bg.panel"
      borderTopWidth="1px"
      borderColor="border"
      px="3"
      py="1.5"
    >
      <Flex alignItems="center">
        <InnerLink
          to={{ href: address, go: () => go(address, 'push', 'article') }}
          flex="1"
          minW="0"
          truncate
          textStyle="sm"
          px="1"
          lang={languageOf(title)}
        >
          {title}
        </InnerLink>
        <IconButton label={listening.label} icon={<ListIcon />} onClick={() => openWindow('listening')} />
      </Flex>
      <Controls media={media} isPlaying={isPlaying} seconds={seconds} />
      <Box aria-live="polite" px="1" textStyle="xs" color="fg.muted">
        {hasFailed ? texts.failed : ''}
      </Box>
      <Following />
    </Box>
  );
};
