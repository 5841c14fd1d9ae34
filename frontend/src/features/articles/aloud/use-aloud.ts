import './aloud.css';
import type { OpenedArticle } from '@omomi/backend/contract';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { paneId } from '../pane/open-mode.ts';
import { type Speed, speedOf } from '../media/playback.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import type { Place } from '../body/read-text.ts';
import { rowId } from '../list/row-parts.tsx';
import { type Spoken, rangesOf, spokenOf } from './spoken.ts';
import { type Narrator, type Wiring, createAloud } from './narrator.ts';

/** The name under which `aloud.css` styles the sentence that is read. */
const HIGHLIGHT = 'aloud';

/** The room at the upper and lower edge of the window that tools cover, in pixels. */
const [ABOVE, BELOW] = [64, 140];

/** The distance of the sentence from the upper edge after scrolling, as a part of the window's height. */
const READ_AT = 0.3;

const isInView = ({ top, bottom }: DOMRect): boolean => bottom > ABOVE && top < window.innerHeight - BELOW;

const boxOf = (ranges: readonly Range[]): DOMRect | undefined => ranges[0]?.getBoundingClientRect();

/** Marks a sentence in the page, and nothing else; the browser paints the mark over the text. */
const mark = (ranges: readonly Range[]): void => {
  if (ranges.length === 0) CSS.highlights.delete(HIGHLIGHT);
  else CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
};

/** Scrolls to a sentence, unless the reader has scrolled away from the one before it. */
const follow = (ranges: readonly Range[], before: readonly Range[]): void => {
  const [box, former] = [boxOf(ranges), boxOf(before)];
  if (box === undefined || (former !== undefined && !isInView(former))) return;
  if (box.top > ABOVE && box.bottom < window.innerHeight - BELOW) return;
  const pane = document.getElementById(paneId) ?? window;
  pane.scrollBy({ top: box.top - READ_AT * window.innerHeight });
};

const speedKey = 'omomi.aloud-speed';

/** Returns the element with the text of an open article, as soon as it is there and whenever it is another one. */
const useText = (articleId: string | null): HTMLElement | null => {
  const [text, setText] = useState<HTMLElement | null>(null);
  const id = articleId === null ? null : `${rowId(articleId)}-text`;
  useEffect(() => {
    if (id === null) return undefined;
    const look = (): void =>
      setText(document.querySelector<HTMLElement>(`[id="${id}"] [data-testid="article-content"]`));
    look();
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [id]);
  // While another article opens, this is still the text of the one before.
  return text?.parentElement?.id === id ? text : null;
};

/** Marks the sentence that is read, and scrolls to it. */
const useMark = (root: HTMLElement | null, place: Place | null): void => {
  const before = useRef<Range[]>([]);
  useEffect(() => {
    if (root === null || place === null) return undefined;
    const ranges = rangesOf(root, place);
    mark(ranges);
    follow(ranges, before.current);
    before.current = ranges;
    return () => mark([]);
  }, [root, place]);
};

/** Ends the reading with the page, after which the browser would go on, and when a recording begins to play. */
const useGiveWay = ({ stop }: Narrator): void =>
  useEffect(() => {
    window.addEventListener('pagehide', stop);
    document.addEventListener('play', stop, true);
    return () => {
      window.removeEventListener('pagehide', stop);
      document.removeEventListener('play', stop, true);
      stop();
    };
  }, [stop]);

/**
 * Reads the open article aloud, and the next one as soon as another is open.
 * @param openId - Null if no article is open.
 * @param article - The open article; undefined until it is loaded.
 */
export const useAloud = (openId: string | null, article: OpenedArticle | undefined, wiring: Wiring) => {
  const [speed, setSpeed] = useState(() => speedOf(readStored(speedKey)));
  const [aloud] = useState(() => createAloud(speed));
  const { narrator } = aloud;
  const reading = useSyncExternalStore(aloud.subscribe, aloud.reading);
  useEffect(() => aloud.setWiring(wiring));
  const root = useText(openId);
  const [spoken, setSpoken] = useState<(Spoken & { articleId: string }) | null>(null);
  const begun = useRef<string | null>(null);
  useGiveWay(narrator);
  useEffect(
    () => () => {
      begun.current = null;
      narrator.stop();
    },
    [narrator, openId],
  );
  useEffect(() => {
    if (article === undefined || (root === null && article.content.trim() !== '')) return;
    const articleId = article.article_id;
    const next = spokenOf(article, root, navigator.languages);
    if (begun.current !== articleId) {
      begun.current = articleId;
      aloud.setVoice({ language: next.language });
      narrator.begin(next.parts);
    } else if (!narrator.correct(next.parts)) return;
    setSpoken({ ...next, articleId });
  }, [aloud, narrator, article, root]);
  const place = spoken?.articleId === openId ? (spoken?.places[reading.at] ?? null) : null;
  useMark(root, place);
  return {
    narrator,
    isPlaying: reading.isPlaying,
    speed,
    changeSpeed: (chosen: Speed): void => {
      setSpeed(chosen);
      writeStored(speedKey, String(chosen));
      aloud.setVoice({ speed: chosen });
      narrator.again();
    },
  };
};
