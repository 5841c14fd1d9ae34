import { Box, Flex, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { type SyntheticEvent, useCallback, useRef, useState } from 'react';
import { Select } from '../../../components/controls/select.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { readingTexts } from '../../../lib/i18n/texts/articles/reading.ts';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { readingWidth } from '../../../lib/preferences/reading-type.ts';
import { type Speed, keepPosition, keepSpeed, readPosition, readSpeed, speeds } from './positions.ts';
import type { Recording } from './recordings.ts';

/** Seconds of playing after which the position is kept again. */
const KEPT_EVERY = 5;
const BACK = 15;
const FORTH = 30;

const clockText = (seconds: number): string => {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), (seconds / 60) % 60];
  return `${hours === 0 ? '' : `${hours}:`}${hours === 0 ? Math.floor(minutes) : two(minutes)}:${two(seconds % 60)}`;
};

/** Sets the speed, also that to which loading a recording resets it. */
const setRate = (media: HTMLMediaElement, speed: Speed): void => {
  media.defaultPlaybackRate = speed;
  media.playbackRate = speed;
};

const move = (media: HTMLMediaElement, by: number): void => {
  media.currentTime = Math.max(0, media.currentTime + by);
};

/** Keeps where the reader is in a recording, and goes on there the next time. Returns the handlers of its element. */
const usePosition = ({ url }: Recording) => {
  const kept = useRef(0);
  const keep = (media: HTMLMediaElement): void => {
    kept.current = media.currentTime;
    keepPosition(url, { seconds: media.currentTime, duration: media.duration });
  };
  return {
    onLoadedMetadata: ({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>) => {
      const from = readPosition(url);
      if (from > 0 && media.currentTime === 0) media.currentTime = from;
    },
    onTimeUpdate: ({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>) => {
      if (Math.abs(media.currentTime - kept.current) >= KEPT_EVERY) keep(media);
    },
    onPause: ({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>) => keep(media),
    onEnded: ({ currentTarget: media }: SyntheticEvent<HTMLMediaElement>) => keep(media),
  };
};

type SpeedProps = { speed: Speed; onChange: (speed: Speed) => void; move: (by: number) => void };

const Controls = ({ speed, onChange, move, url }: SpeedProps & Pick<Recording, 'url'>) => {
  const texts = useTexts(readingTexts);
  const step = (label: string, text: string, by: number) => (
    <Button size="sm" variant="ghost" title={label} onClick={() => move(by)}>
      {text}
    </Button>
  );
  return (
    <Flex wrap="wrap" alignItems="center" gap="2" mt="2" textStyle="sm">
      {step(texts.back, '−15 s', -BACK)}
      {step(texts.forth, '+30 s', FORTH)}
      <Select
        label={texts.speed}
        value={speed}
        onChange={onChange}
        options={speeds.map((each) => ({ value: each, label: `${each} ×` }))}
      />
      <chakra.a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        ms="auto"
        color="shu.fg"
        textDecoration="underline"
      >
        {texts.download}
      </chakra.a>
    </Flex>
  );
};

/** Plays a recording with the browser's own controls, at the reader's speed, from where the reader was. */
export const Player = ({ recording }: { recording: Recording }) => {
  const texts = useTexts(readingTexts);
  const preferences = usePreferences();
  const [speed, setSpeed] = useState(readSpeed);
  const [hasFailed, setFailed] = useState(false);
  const [before] = useState(() => readPosition(recording.url));
  const [media, setMedia] = useState<HTMLMediaElement | null>(null);
  const attach = useCallback((element: HTMLMediaElement | null) => {
    setMedia(element);
    if (element !== null) setRate(element, readSpeed());
  }, []);
  const { kind, url, name } = recording;
  const common = {
    ref: attach,
    src: url,
    controls: true,
    preload: 'none',
    'aria-label': kind === 'audio' ? texts.audio(name) : texts.video(name),
    onError: () => setFailed(true),
    ...usePosition(recording),
  } as const;
  return (
    <Box data-testid="player" my="4" maxW={readingWidth(preferences)} bg="bg.subtle" borderRadius="xl" p="3">
      {/* oxlint-disable jsx-a11y/media-has-caption -- publishers enclose no captions */}
      {kind === 'audio' ? (
        <audio {...common} style={{ width: '100%' }} />
      ) : (
        <video {...common} playsInline style={{ width: '100%', borderRadius: '8px', background: '#000' }} />
      )}
      {/* oxlint-enable jsx-a11y/media-has-caption */}
      <Controls
        url={url}
        speed={speed}
        onChange={(chosen) => {
          setSpeed(chosen);
          keepSpeed(chosen);
          if (media !== null) setRate(media, chosen);
        }}
        move={(by) => media !== null && move(media, by)}
      />
      <Box aria-live="polite" textStyle="xs" color="fg.muted">
        {hasFailed ? texts.failed : before > 0 ? texts.resumed(clockText(before)) : ''}
      </Box>
    </Box>
  );
};
