import { Box, Flex, chakra } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { CloseIcon, Icon } from '../../../components/icons.tsx';
import { PlayIcon } from '../../../components/later-icons.tsx';
import { InnerLink } from '../../../components/inner-link.tsx';
import { Panel } from '../../../components/overlays/panel.tsx';
import { go } from '../../../lib/address/history.ts';
import { languageOf } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import type { Episode } from '../media/recordings.ts';
import { type Begun, clockText, forgetPosition, useBegun } from '../media/playback.ts';
import { playEpisode } from './play.tsx';
import { changeQueue, moved, useQueue, without } from './queue.ts';

const ArrowIcon = ({ down = false }: { down?: boolean }) => (
  <Icon>
    <path d={down ? 'M12 5v14M6 13l6 6 6-6' : 'M12 19V5M6 11l6-6 6 6'} />
  </Icon>
);

type LineProps = { episode: Episode; children?: ReactNode; buttons: ReactNode };

/** Shows a recording with the title of its article, which leads there, and its buttons. */
const Line = ({ episode, children, buttons }: LineProps) => {
  const texts = useTexts('playing');
  const { title, name, address } = episode;
  return (
    <Box as="li" data-testid="episode" py="1" borderBottomWidth="1px" borderColor="border">
      <InnerLink
        to={{ href: address, go: () => go(address, 'push', 'article') }}
        display="block"
        py="1"
        fontWeight="semibold"
        overflowWrap="anywhere"
        lang={languageOf(title)}
      >
        {title || name}
      </InnerLink>
      {children}
      <Flex ms="-2">
        {episode.kind === 'audio' ? (
          <IconButton label={texts.play} icon={<PlayIcon />} onClick={() => playEpisode(episode)} />
        ) : null}
        {buttons}
      </Flex>
    </Box>
  );
};

const Head = ({ children }: { children: ReactNode }) => (
  <Box as="h3" mt="5" fontWeight="semibold" color="fg.muted" textStyle="sm">
    {children}
  </Box>
);

const Waiting = () => {
  const { t } = useI18n();
  const texts = useTexts('listening');
  const queue = useQueue();
  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef<{ url: string; by: -1 | 1 } | null>(null);
  useEffect(() => {
    // A button that changed its place in the document has lost the focus. At either end the other one takes it.
    const { url, by } = pressed.current ?? { url: null, by: 1 };
    pressed.current = null;
    const at = queue.findIndex((each) => each.url === url);
    const buttons = list.current?.children[at]?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [];
    const isEnd = by === -1 ? at === 0 : at === queue.length - 1;
    buttons[(by === 1) === isEnd ? 0 : 1]?.focus();
  }, [queue]);
  if (queue.length === 0) return null;
  return (
    <>
      <Head>{texts.queue}</Head>
      <chakra.ol ref={list} listStyleType="none">
        {queue.map((episode, at) => {
          const { url } = episode;
          const move = (by: -1 | 1) => ({
            'data-move': by,
            disabled: queue[at + by] === undefined,
            onClick: () => {
              pressed.current = { url, by };
              changeQueue((before) => moved(before, url, by));
            },
          });
          return (
            <Line
              key={url}
              episode={episode}
              buttons={
                <>
                  <IconButton label={t.feed.moveUp} icon={<ArrowIcon />} {...move(-1)} />
                  <IconButton label={t.feed.moveDown} icon={<ArrowIcon down />} {...move(1)} />
                  <IconButton
                    label={texts.remove}
                    icon={<CloseIcon />}
                    onClick={() => changeQueue((before) => without(before, url))}
                  />
                </>
              }
            />
          );
        })}
      </chakra.ol>
    </>
  );
};

const Progress = ({ seconds, duration }: Pick<Begun, 'seconds' | 'duration'>) => {
  const texts = useTexts('listening');
  return (
    <Box mt="1" textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
      {texts.howFar(clockText(seconds), duration === null ? null : clockText(duration))}
      {duration === null ? null : (
        <Box mt="1" h="3px" borderRadius="full" bg="bg.emphasized" aria-hidden="true">
          <Box h="full" borderRadius="full" bg="shu.fg" style={{ width: `${(100 * seconds) / duration}%` }} />
        </Box>
      )}
    </Box>
  );
};

type Props = { open: boolean; onClose: () => void };

/** Shows what is played next, to put in order, and which recordings were begun and not ended. */
export const ListeningPanel = ({ open, onClose }: Props) => {
  const texts = useTexts('listening');
  const begun = useBegun();
  const queue = useQueue();
  return (
    <Panel title={texts.label} open={open} onClose={onClose} hasAddress>
      {begun.length === 0 && queue.length === 0 ? <Box color="fg.muted">{texts.none}</Box> : null}
      <Waiting />
      {begun.length === 0 ? null : (
        <>
          <Head>{texts.begun}</Head>
          <Box as="ul" listStyleType="none">
            {begun.map(({ seconds, duration, ...episode }) => (
              <Line
                key={episode.url}
                episode={episode}
                buttons={
                  <IconButton
                    label={texts.forget}
                    icon={<CloseIcon />}
                    onClick={() => forgetPosition(episode.url)}
                  />
                }
              >
                <Progress seconds={seconds} duration={duration} />
              </Line>
            ))}
          </Box>
        </>
      )}
    </Panel>
  );
};
