import type { ArticleRow, Highlight } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { preferencesQuery } from '../../../lib/preferences/queries.ts';
import { serverNow } from '../../../lib/clock.ts';
import { usePlainKeys } from '../../../lib/use-plain-keys.ts';
import { HighlightWindow, SelectionBar } from './highlight-tools.tsx';
import { anchorOfRange, markAt, paint, placeHighlights } from './passages.ts';
import { highlightsQuery, newHighlightId, useHighlighting } from './queries.ts';

/** The time for which a selection must rest before it is offered to mark, in milliseconds. */
const RESTS_MS = 200;

/** Returns the part of the text that is selected and can be marked; null if there is none. */
const selectedIn = (root: HTMLElement): Range | null => {
  const selection = window.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  return anchorOfRange(root, range) === null ? null : range;
};

/** Follows what is selected in the text. */
const useSelected = (root: HTMLElement): Range | null => {
  const [range, setRange] = useState<Range | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setRange(selectedIn(root)), RESTS_MS);
    };
    // A passage may be selected before this code is there.
    onChange();
    document.addEventListener('selectionchange', onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onChange);
    };
  }, [root]);
  return range;
};

type Open = { id: string; button: HTMLElement };

/** Opens the window of a mark that is pressed, by mouse, Enter or Space. */
const useOpened = (root: HTMLElement, onOpen: (open: Open) => void): void => {
  const latest = useRef(onOpen);
  useEffect(() => {
    latest.current = onOpen;
  });
  useEffect(() => {
    const onPress = (event: MouseEvent | KeyboardEvent): void => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
      const button = markAt(event.target);
      const id = button?.dataset['highlight'];
      // Whoever selects a passage within a mark does not press it.
      if (button === null || id === undefined || window.getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      latest.current({ id, button });
    };
    root.addEventListener('click', onPress);
    root.addEventListener('keydown', onPress);
    return () => {
      root.removeEventListener('click', onPress);
      root.removeEventListener('keydown', onPress);
    };
  }, [root]);
};

const none: Highlight[] = [];

/** Returns the highlights of an article. A reader who has none at all asks for nothing. */
const useHighlightsOf = (articleId: string): Highlight[] => {
  const { data: preferences } = useQuery(preferencesQuery);
  const { data: all = none } = useQuery({
    ...highlightsQuery,
    enabled: preferences?.has_highlights === true,
  });
  return useMemo(() => all.filter(({ article_id }) => article_id === articleId), [all, articleId]);
};

/** Lists the highlights that are not in the text. Shows nothing if there are none. */
const Lost = ({ highlights, onOpen }: { highlights: Highlight[]; onOpen: (open: Open) => void }) => {
  const texts = useTexts('highlights');
  if (highlights.length === 0) return null;
  return (
    <Box as="section" data-testid="lost-highlights" mt="6" textStyle="sm" fontFamily="body">
      <Box as="h3" fontWeight="semibold">
        {texts.lost}
      </Box>
      {highlights.map(({ highlight_id: id, quote }) => (
        <Button
          key={id}
          variant="ghost"
          h="auto"
          ms="-4"
          py="1.5"
          maxW="full"
          justifyContent="flex-start"
          textAlign="start"
          whiteSpace="normal"
          fontWeight="normal"
          onClick={({ currentTarget }) => onOpen({ id, button: currentTarget })}
        >
          {quote}
        </Button>
      ))}
    </Box>
  );
};

type Props = {
  /** The element with the text of the article. */
  root: HTMLElement;
  row: Pick<ArticleRow, 'article_id' | 'title' | 'link' | 'feed_title'>;
};

/** Marks the highlights of an article in its text, and lets the reader mark what is selected. What is lost is listed below the text. */
export const Highlights = ({ root, row }: Props) => {
  const highlights = useHighlightsOf(row.article_id);
  const { make } = useHighlighting();
  const range = useSelected(root);
  const [open, setOpen] = useState<Open | null>(null);
  const placed = useMemo(() => placeHighlights(root, highlights), [root, highlights]);
  useLayoutEffect(() => paint(root, placed), [root, placed]);
  useOpened(root, setOpen);
  const mark = (hasNote: boolean): boolean => {
    const selected = selectedIn(root);
    const anchor = selected === null ? null : anchorOfRange(root, selected);
    if (anchor === null) return false;
    const { article_id, title, link, feed_title } = row;
    const highlight_id = newHighlightId();
    window.getSelection()?.removeAllRanges();
    make(
      {
        ...anchor,
        article_id,
        highlight_id,
        title,
        link,
        feed_title,
        colour: 'yellow',
        note: '',
        made_at: serverNow().toISOString(),
      },
      hasNote,
    );
    if (hasNote) setOpen({ id: highlight_id, button: root });
    return true;
  };
  usePlainKeys((event) => {
    if (event.key.toLowerCase() === 'h' && mark(event.shiftKey)) event.preventDefault();
  });
  const opened = highlights.find(({ highlight_id }) => highlight_id === open?.id);
  const button =
    open?.button === root ? root.querySelector<HTMLElement>(`[data-highlight="${open.id}"]`) : open?.button;
  return (
    <>
      <Box position="relative" h="0">
        {range === null ? null : (
          <SelectionBar range={range} onMark={() => mark(false)} onNote={() => mark(true)} />
        )}
      </Box>
      <Lost
        highlights={placed.flatMap(({ highlight, place }) => (place === null ? highlight : []))}
        onOpen={setOpen}
      />
      {opened === undefined || !button ? null : (
        <HighlightWindow
          key={opened.highlight_id}
          highlight={opened}
          button={button}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
};
