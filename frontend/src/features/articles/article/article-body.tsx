import type { Article, Video } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { type ComponentProps, Suspense } from 'react';
import { hostOf, languageOf } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { readingWidth } from '../../../lib/preferences/reading-type.ts';
import { BodyText } from '../body/body-text.tsx';
import { VideoFrame } from '../media/video-frame.tsx';
import { recordingOf } from '../media/recordings.ts';

const Player = loadPart(async () => (await import('../media/player.tsx')).Player);

type Shown = Pick<Article, 'title' | 'summary' | 'content' | 'enclosures' | 'link' | 'image_keys' | 'videos'>;

/** The row of an article of the reader’s, whose passages can be marked. */
type Row = ComponentProps<typeof BodyText>['row'];

const isWebLink = (address: string): boolean => /^https?:\/\//i.test(address);

/** Shows the enclosures that the page cannot play as links. */
const Attachments = ({ enclosures }: Pick<Shown, 'enclosures'>) => {
  const texts = useTexts('articleText');
  if (enclosures.length === 0) return null;
  return (
    <Box mt="6" textStyle="sm" fontFamily="body">
      <Box fontWeight="semibold">{texts.attachments}</Box>
      <Flex as="ul" direction="column" listStyleType="none" mt="1">
        {enclosures.map((enclosure) => (
          <li key={enclosure.url}>
            <Box
              as="a"
              display="inline-block"
              py="1.5"
              color="shu.fg"
              textDecoration="underline"
              {...{ href: enclosure.url, target: '_blank', rel: 'noopener noreferrer' }}
            >
              {hostOf(enclosure.url)}
              {enclosure.type === null ? '' : ` (${enclosure.type})`}
            </Box>
          </li>
        ))}
      </Flex>
    </Box>
  );
};

/** Shows the recordings that the article encloses, and the videos that it is about, above its text. */
const Recordings = ({
  article,
  videos,
  articleId,
}: {
  article: Shown;
  videos: Video[];
  articleId: string | null;
}) => {
  const recordings = article.enclosures.flatMap((enclosure) => {
    const recording = recordingOf(enclosure);
    return recording === null ? [] : [{ recording, chapters: enclosure.chapters }];
  });
  return (
    <>
      {videos.map((video) => (
        <VideoFrame key={video.url} video={video} article={article} title={article.title} />
      ))}
      {recordings.length === 0 ? null : (
        // The height of a player, so that the text does not move when its code has come.
        <Suspense fallback={<Box minH="9rem" my="4" />}>
          {recordings.map(({ recording, chapters }) => (
            <Player
              key={recording.url}
              recording={recording}
              title={article.title}
              chapters={chapters}
              articleId={articleId}
            />
          ))}
        </Suspense>
      )}
    </>
  );
};

/** Shows the text of an article in one column of readable width, with its recordings, videos and attachments. */
export const ArticleBody = ({ article, row }: { article: Shown; row?: Row | undefined }) => {
  const texts = useTexts('articleText');
  const preferences = usePreferences();
  const language = languageOf(article.title + article.summary);
  const isEmpty = article.content.trim() === '';
  const named = [article.link, ...article.enclosures.map(({ url }) => url)];
  const videos = article.videos.filter(({ url }) => named.includes(url));
  const attached = article.enclosures.filter(
    (enclosure) =>
      isWebLink(enclosure.url) &&
      recordingOf(enclosure) === null &&
      !videos.some(({ url }) => url === enclosure.url),
  );
  return (
    <>
      <Recordings article={article} videos={videos} articleId={row?.article_id ?? null} />
      {isEmpty && article.summary !== '' ? (
        <Box lineHeight="1.75" mb="3" maxW={readingWidth(preferences)} lang={languageOf(article.summary)}>
          {article.summary}
        </Box>
      ) : null}
      {isEmpty && videos.length === 0 ? <Box color="fg.muted">{texts.noContent}</Box> : null}
      {isEmpty ? null : <BodyText article={article} language={language} row={row} />}
      <Attachments enclosures={attached} />
    </>
  );
};
