import { type ComponentProps, useLayoutEffect, Suspense, useMemo, useState } from 'react';
import type { Article, Video } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { createPortal } from 'react-dom';
import type { EastAsian } from '../../../lib/format.ts';
import { type PictureWidth, imageAddress } from '../../../lib/image-address.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { readingType } from '../../../lib/preferences/reading-type.ts';
import { VideoFrame } from '../media/video-frame.tsx';
import { collapsePicture, useEnlarged } from './pictures.ts';
import { prepareBody } from './prepare-body.ts';
import { readingStyle } from './reading-style.ts';
import { useFootnote } from './use-footnote.ts';

type Labels = { table: string; code: string; image: (description: string) => string };

/** Lets the keyboard into the frames that scroll, and only into those. */
const nameFrames = (root: Element, { table, code }: Labels): void => {
  for (const frame of root.querySelectorAll<HTMLElement>('[data-scrolls]')) {
    const scrolls = frame.scrollWidth > frame.clientWidth + 1;
    if (scrolls === frame.hasAttribute('tabindex')) continue;
    if (!scrolls) for (const name of ['tabindex', 'role', 'aria-label']) frame.removeAttribute(name);
    else {
      frame.tabIndex = 0;
      frame.setAttribute('role', 'group');
      frame.setAttribute('aria-label', frame.dataset['scrolls'] === 'table' ? table : code);
    }
  }
};

/**
 * Looks after the pictures and frames of a text: a picture that has come gives up its frame, one that fails becomes its
 * description. The text is not React's, so its events are listened to here, before any of them can come.
 */
const useTextFrames = (root: HTMLElement | null, labels: Labels): void => {
  const { table, code, image } = labels;
  useLayoutEffect(() => {
    if (root === null) return undefined;
    const onLoad = ({ target }: Event): void => {
      if (target instanceof HTMLImageElement) target.dataset['loaded'] = '';
    };
    const onError = ({ target }: Event): void => {
      // The pictures of players are React's.
      if (target instanceof HTMLImageElement && target.closest('[data-video]') === null)
        collapsePicture(target, image);
    };
    root.addEventListener('load', onLoad, true);
    root.addEventListener('error', onError, true);
    const name = (): void => nameFrames(root, { table, code, image });
    name();
    const observer = new ResizeObserver(name);
    observer.observe(root);
    return () => {
      root.removeEventListener('load', onLoad, true);
      root.removeEventListener('error', onError, true);
      observer.disconnect();
    };
  }, [root, table, code, image]);
};

const Footnote = loadPart(async () => (await import('./footnote.tsx')).Footnote);
const PictureWindow = loadPart(async () => (await import('./picture-window.tsx')).PictureWindow);

type Source = Pick<Article, 'title' | 'content' | 'image_keys' | 'videos'>;

/** Returns the text of an article as the page shows it, and the videos that have a place in it. */
const useBody = ({ title, content, image_keys, videos }: Source): { html: string; placed: Video[] } => {
  const { enlarge, image } = useTexts('reading');
  const { show_images: showsImages, proxy_images: isProxied } = usePreferences();
  return useMemo(() => {
    // An inert document: nothing in it is requested before its addresses are those of the page.
    const { body } = new DOMParser().parseFromString(content, 'text/html');
    const addressOf = (url: string, width?: PictureWidth): string | null =>
      showsImages ? imageAddress({ url, key: image_keys[url], width }, isProxied) : null;
    const placed = prepareBody(body, { title, addressOf, note: image, enlarge, videos });
    return { html: body.innerHTML, placed };
  }, [title, content, image_keys, videos, showsImages, isProxied, image, enlarge]);
};

/** The players of the videos that have a place in the text. */
const Players = ({ root, placed, article }: { root: HTMLElement; placed: Video[]; article: Source }) => {
  const hosts = useMemo(() => [...root.querySelectorAll('[data-video]')], [root]);
  return hosts.map((host, at) => {
    const video = placed[at];
    return video === undefined ? null : createPortal(<VideoFrame video={video} article={article} />, host);
  });
};

const Highlights = loadPart(async () => (await import('../highlights/highlights.tsx')).Highlights);

type Props = {
  article: Source;
  language: EastAsian | undefined;
  /** Absent for an article that is not among the reader’s. */
  row?: ComponentProps<typeof Highlights>['row'] | undefined;
};

/** Shows the sanitised text of an article, with its pictures, players and footnotes. */
export const BodyText = ({ article, language, row }: Props) => {
  const { table, code, image } = useTexts('reading');
  const preferences = usePreferences();
  const { html, placed } = useBody(article);
  const [root, setRoot] = useState<HTMLElement | null>(null);
  useTextFrames(root, { table, code, image });
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
        {root === null || row === undefined ? null : <Highlights key={html} root={root} row={row} />}
      </Suspense>
      <Suspense>
        {note === null ? null : <Footnote key={note.link.dataset['note']} note={note} onClose={closeNote} />}
        {picture === null ? null : <PictureWindow picture={picture} onClose={closePicture} />}
      </Suspense>
    </>
  );
};
