import type { Chapter, Enclosure } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { call } from '../../../lib/api/api.ts';
import { languageOf } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { keys } from '../../../lib/queries/query-keys.ts';
import { clockText, playFrom } from './playback.ts';

/** Seconds by which a browser may stop before the place that it was sent to. */
const SHORT_OF = 0.1;

/** Returns the index of the chapter that is heard at a time, in seconds; -1 before the first. The chapters are in order. */
export const chapterAt = (chapters: readonly Pick<Chapter, 'start'>[], seconds: number): number =>
  chapters.findLastIndex(({ start }) => start <= seconds + SHORT_OF);

/** The chapters of a recording that are not in its feed, asked for once while the page is open. */
const chaptersQuery = (articleId: string, url: string) =>
  queryOptions({
    queryKey: keys.chapters(articleId, url),
    queryFn: async ({ signal }) =>
      (await call('getChapters', { params: { article_id: articleId }, query: { url }, signal })).items,
    staleTime: Infinity,
    retry: false,
  });

const moments = ['play', 'timeupdate', 'seeking', 'emptied'] as const;

/** Returns a value of the element, read again whenever it goes on. */
const useOfMedia = <T extends number | boolean>(media: HTMLMediaElement | null, read: () => T): T =>
  useSyncExternalStore(
    useCallback(
      (onChange) => {
        for (const moment of moments) media?.addEventListener(moment, onChange);
        return () => {
          for (const moment of moments) media?.removeEventListener(moment, onChange);
        };
      },
      [media],
    ),
    read,
  );

const isBegun = (media: HTMLMediaElement | null): boolean =>
  media !== null && (!media.paused || media.currentTime > 0);

type ListProps = { chapters: readonly Chapter[]; media: HTMLMediaElement | null };

const ChapterList = ({ chapters, media }: ListProps) => {
  const current = useOfMedia(media, () =>
    isBegun(media) ? chapterAt(chapters, media?.currentTime ?? 0) : -1,
  );
  return (
    <Box as="ol" listStyleType="none" mt="1">
      {chapters.map(({ start, title }, at) => (
        <li key={start}>
          <Button
            variant="ghost"
            size="sm"
            w="full"
            h="auto"
            minH="10"
            py="1.5"
            gap="3"
            justifyContent="start"
            alignItems="baseline"
            textAlign="start"
            whiteSpace="normal"
            aria-current={at === current ? 'true' : undefined}
            fontWeight={at === current ? 'semibold' : 'normal'}
            color={at === current ? 'shu.fg' : undefined}
            onClick={() => media !== null && playFrom(media, start)}
          >
            <Box as="span" flexShrink="0" minW="3.5rem" color="fg.muted" fontVariantNumeric="tabular-nums">
              {clockText(start)}
            </Box>
            <Box as="span" flex="1" minW="0" overflowWrap="anywhere" lang={languageOf(title)}>
              {title}
            </Box>
          </Button>
        </li>
      ))}
    </Box>
  );
};

type Props = {
  /** The chapters of the recording, or the address of their document, as the feed has them. */
  stated: Enclosure['chapters'];
  /** The address of the recording as the article gives it. */
  url: string;
  /** Null for an article that is in no list of the reader’s. */
  articleId: string | null;
  media: HTMLMediaElement | null;
};

/**
 * Shows the chapters of a recording once a button is pressed. Those of a document that the feed names are asked for then. Where the feed says nothing they may be
 * in the file, whose publisher is asked only after it began to play; nothing is shown if there are none.
 */
export const Chapters = ({ stated, url, articleId, media }: Props) => {
  const texts = useTexts('listening');
  const [isOpen, setOpen] = useState(false);
  const hasBegun = useOfMedia(media, () => isBegun(media));
  const isNamed = typeof stated === 'string';
  const mayAsk = articleId !== null && !Array.isArray(stated) && (isNamed ? isOpen : hasBegun);
  const { data, isError, isFetching, refetch } = useQuery({
    ...chaptersQuery(articleId ?? '', url),
    enabled: mayAsk,
  });
  const chapters = Array.isArray(stated) ? stated : (data ?? []);
  if (chapters.length === 0 && (!isNamed || articleId === null)) return null;
  return (
    <Box mt="1">
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={isOpen}
        loading={isOpen && isFetching}
        onClick={() => {
          if (isOpen && isError) void refetch();
          else setOpen(!isOpen);
        }}
      >
        {texts.chapters(chapters.length)}
      </Button>
      {isOpen ? (
        <>
          <ChapterList chapters={chapters} media={media} />
          <Box aria-live="polite" px="3" textStyle="xs" color="fg.muted">
            {isFetching ? '' : isError ? texts.chaptersFailed : chapters.length === 0 ? texts.noChapters : ''}
          </Box>
        </>
      ) : null}
    </Box>
  );
};
