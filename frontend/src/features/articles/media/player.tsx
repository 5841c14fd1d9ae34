import { Button } from '@chakra-ui/react/button';
import type { Enclosure } from '@omomi/backend/contract';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { type ReactNode, useCallback, useState } from 'react';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { type Recording, episodeHere } from './recordings.ts';
import { changeQueue, useQueue, withLast, without } from '../playing/queue.ts';
import { Select } from '../../../components/controls/inputs.tsx';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { readingWidth } from '../../../lib/preferences/reading-type.ts';
import { endLeft, goOnWithout, takeBack } from '../playing/left-recording.ts';
import { sleepAfter, sleeps, useSleep, playNext, Following } from '../playing/play.tsx';
import {
  type Speed,
  BACK_SECONDS,
  clockText,
  followPosition,
  FORTH_SECONDS,
  move,
  setRate,
  keepSpeed,
  readPosition,
  readSpeed,
  speeds,
} from './playback.ts';
import { Chapters } from './chapters.tsx';

/** Adds the recording of the open article to the end of the queue, or removes it. */
const QueueButton = ({ recording, title }: { recording: Recording; title: string }) => {
  const texts = useTexts('listening');
  const isWaiting = useQueue().some(({ url }) => url === recording.url);
  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={() =>
        changeQueue((queue) =>
          isWaiting ? without(queue, recording.url) : withLast(queue, episodeHere(recording, title)),
        )
      }
    >
      {isWaiting ? texts.remove : texts.add}
    </Button>
  );
};

type SpeedProps = {
  speed: Speed;
  onChange: (speed: Speed) => void;
  move: (by: number) => void;
  queueButton: ReactNode;
};

const Controls = ({ speed, onChange, move, source, queueButton }: SpeedProps & Pick<Recording, 'source'>) => {
  const texts = useTexts('reading');
  const step = (label: string, text: string, by: number) => (
    <Button size="sm" variant="ghost" title={label} onClick={() => move(by)}>
      {text}
    </Button>
  );
  return (
    <Flex wrap="wrap" alignItems="center" gap="2" mt="2" textStyle="sm">
      {step(texts.back, '−15 s', -BACK_SECONDS)}
      {step(texts.forth, '+30 s', FORTH_SECONDS)}
      <Select
        label={texts.speed}
        value={speed}
        onChange={onChange}
        options={speeds.map((each) => ({ value: each, label: `${each} ×` }))}
      />
      <Select
        label={texts.sleep}
        value={useSleep()}
        onChange={sleepAfter}
        options={[null, ...sleeps].map((each) => ({ value: each, label: texts.stopsAfter(each) }))}
      />
      {queueButton}
      <chakra.a
        href={source}
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

/**
 * Returns the ref of the element that plays a recording. A sound that is playing when its article is left goes on, and comes
 * back into the article with it.
 */
const usePlaying = (
  recording: Recording,
  title: string,
  setMedia: (media: HTMLMediaElement | null) => void,
) => {
  const { kind, url, source, name } = recording;
  return useCallback(
    (media: HTMLMediaElement | null) => {
      if (media === null) return undefined;
      // Read now, because the address is another one when the article is left.
      const episode = episodeHere({ kind, url, source, name }, title);
      setMedia(media);
      setRate(media, readSpeed());
      const endFollowing = followPosition(media, episode);
      media.addEventListener('play', endLeft);
      media.addEventListener('ended', playNext);
      const seconds = takeBack(url);
      if (seconds !== null) {
        // Not the kept position, because there is none near the end.
        media.currentTime = seconds;
        void media.play().catch(() => undefined);
      }
      return () => {
        setMedia(null);
        media.removeEventListener('play', endLeft);
        if (kind === 'audio' && !media.paused && !media.ended) goOnWithout({ episode, media, endFollowing });
      };
    },
    [kind, url, source, name, title, setMedia],
  );
};

type Props = {
  recording: Recording;
  /** The title of the article. */
  title: string;
  /** The chapters of the recording, or the address of their document, as the feed has them. */
  chapters: Enclosure['chapters'];
  /** Null for an article that is in no list of the reader’s. */
  articleId: string | null;
};

/** Plays a recording with the browser's own controls, at the reader's speed, from where the reader was. */
export const Player = ({ recording, title, chapters, articleId }: Props) => {
  const texts = useTexts('reading');
  const preferences = usePreferences();
  const [speed, setSpeed] = useState(readSpeed);
  const [hasFailed, setFailed] = useState(false);
  const [before] = useState(() => readPosition(recording.url));
  const [media, setMedia] = useState<HTMLMediaElement | null>(null);
  const attach = usePlaying(recording, title, setMedia);
  const { kind, url, source, name } = recording;
  const common = {
    ref: attach,
    src: url,
    controls: true,
    preload: 'none',
    'aria-label': kind === 'audio' ? texts.audio(name) : texts.video(name),
    onError: () => setFailed(true),
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
        source={source}
        speed={speed}
        onChange={(chosen) => {
          setSpeed(chosen);
          keepSpeed(chosen);
          if (media !== null) setRate(media, chosen);
        }}
        move={(by) => media !== null && move(media, by)}
        queueButton={kind === 'audio' ? <QueueButton recording={recording} title={title} /> : null}
      />
      <Following />
      <Chapters stated={chapters} url={source} articleId={articleId} media={media} />
      <Box aria-live="polite" textStyle="xs" color="fg.muted">
        {hasFailed ? texts.failed : before > 0 ? texts.resumed(clockText(before)) : ''}
      </Box>
    </Box>
  );
};
