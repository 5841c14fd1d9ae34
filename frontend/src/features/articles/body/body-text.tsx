import type { Article, Video } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { Suspense, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { EastAsian } from '../../../lib/format.ts';
import { type PictureWidth, imageAddress } from '../../../lib/images/image-address.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { readingTexts } from '../../../lib/i18n/texts/articles/reading.ts';
import { loadPart } from '../../../lib/load-part.tsx';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { readingType } from '../../../lib/preferences/reading-type.ts';
import { prepareBody } from './prepare-body.ts';
import { readingStyle } from './reading-style.ts';
import { useEnlarged } from './use-enlarged.ts';
import { useFootnote } from './use-footnote.ts';
import { useTextFrames } from './use-text-frames.ts';
import { VideoFrame } from '../media/video-frame.tsx';

const Footnote = loadPart(async () => (await import('./footnote.tsx')).Footnote);
const PictureWindow = loadPart(async () => (await import('./picture-window.tsx')).PictureWindow);

type Source = Pick<Article, 'title' | 'content' | 'image_keys' | 'videos'>;

/** Returns the text of an article as the page shows it, and the videos that have a place in it. */
const useBody = ({ content, image_keys, videos }: Source): { html: string; placed: Video[] } => {
  const { t } = useI18n();
  const { enlarge } = useTexts(readingTexts);
  const { show_images: showsImages, proxy_images: isProxied } = usePreferences();
  return useMemo(() => {
    // An inert document: nothing in it is requested before its addresses are those of the page.
    const { body } = new DOMParser().parseFromString(content, 'text/html');
    const addressOf = (url: string, width?: PictureWidth): string | null =>
      showsImages ? imageAddress({ url, key: image_keys[url], width }, isProxied) : null;
    const placed = prepareBody(body, { addressOf, note: t.article.image, enlarge, videos });
    return { html: body.innerHTML, placed };
  }, [content, image_keys, videos, showsImages, isProxied, t, enlarge]);
};

/** The players of the videos that have a place in the text. */
const Players = ({ root, placed, article }: { root: HTMLElement; placed: Video[]; article: Source }) => {
  const hosts = useMemo(() => [...root.querySelectorAll('[data-video]')], [root]);
  return hosts.map((host, at) => {
    const video = placed[at];
    return video === undefined ? null : createPortal(<VideoFrame video={video} article={article} />, host);
  });
};

type Props = { article: Source; language: EastAsian | undefined };

/** Shows the sanitised text of an article, with its pictures, players and footnotes. */
export const BodyText = ({ article, language }: Props) => {
  const { t } = useI18n();
  const { table, code } = useTexts(readingTexts);
  const preferences = usePreferences();
  const { html, placed } = useBody(article);
  const [root, setRoot] = useState<HTMLElement | null>(null);
  useTextFrames(root, { table, code, image: t.article.image });
  const { note, close: closeNote } = useFootnote(root);
  const { picture, close: closePicture } = useEnlarged(root);
  const inner = useMemo(() => ({ __html: html }), [html]);
  return (
    <>
      <Box
        // Another text is another element, so that nothing of the one before is left in it.
        key={html}
        ref={setRoot}
        data-testid="article-content"
        lang={language}
        css={readingStyle}
        style={readingType(preferences, language)}
        // The server sanitises content to its allow-list before storing it. This is the only place that trusts it.
        dangerouslySetInnerHTML={inner}
      />
      {root === null || placed.length === 0 ? null : (
        <Players root={root} placed={placed} article={article} />
      )}
      <Suspense>
        {note === null ? null : <Footnote key={note.link.dataset['note']} note={note} onClose={closeNote} />}
        {picture === null ? null : <PictureWindow picture={picture} onClose={closePicture} />}
      </Suspense>
    </>
  );
};
