import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useRef, useState } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { useRoving } from '../../../components/use-roving.ts';
import { CloseIcon } from '../../../components/icons.tsx';
import { Confirm } from '../../../components/overlays/modal.tsx';
import { TextDialog } from '../../../components/overlays/text-dialog.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { type Deed, concerned } from './use-deeds.ts';

/** The selected feeds, and the one from which a range is selected. */
type Selection = { ids: ReadonlySet<string>; anchor: string | null };

export const nothing: Selection = { ids: new Set(), anchor: null };

/**
 * Returns the selection after a press on a feed: that feed changes, or with `isRange` all between the last one and it get
 * the state that it gets. `order` is the ids as they are shown.
 */
export const toggled = (
  { ids, anchor }: Selection,
  order: readonly string[],
  id: string,
  isRange: boolean,
): Selection => {
  const from = isRange && anchor !== null ? order.indexOf(anchor) : -1;
  const to = order.indexOf(id);
  const changed = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  const next = new Set(ids);
  for (const each of changed) {
    if (ids.has(id)) next.delete(each);
    else next.add(each);
  }
  return { ids: next, anchor: id };
};

/** Returns the selection with all feeds that are shown, or without them if all of them are selected. */
export const allToggled = ({ ids, anchor }: Selection, order: readonly string[]): Selection => {
  const isFull = order.every((id) => ids.has(id));
  const shown = new Set(order);
  return {
    ids: new Set(isFull ? [...ids].filter((id) => !shown.has(id)) : [...ids, ...order]),
    anchor,
  };
};

/** Number of feeds that a question names. */
const NAMED = 5;

type Props = {
  /** The selected feeds that are shown. */
  feeds: readonly Feed[];
  folders: string[];
  isBusy: boolean;
  onDeed: (deed: Deed) => void;
  onMarkRead: () => void;
  onClear: () => void;
};

type Question = 'move' | 'leave';

const Questions = ({
  question,
  feeds,
  folders,
  onDeed,
  onClose,
}: Pick<Props, 'feeds' | 'folders' | 'onDeed'> & { question: Question; onClose: () => void }) => {
  const texts = useTexts('feedsPage');
  const dialogs = useTexts('feedDialogs');
  const [first] = feeds;
  const done = (deed: Deed): void => {
    onClose();
    onDeed(deed);
  };
  if (question === 'move')
    return (
      <TextDialog
        title={texts.moveTitle(feeds.length)}
        label={dialogs.newFolder}
        hint={dialogs.folderHint}
        // The folder in which all of them are is a good beginning.
        start={feeds.every(({ folder }) => folder === first?.folder) ? (first?.folder ?? '') : ''}
        maxLength={100}
        suggestions={folders}
        busy={false}
        onClose={onClose}
        onSubmit={(name) => done({ kind: 'move', folder: name === '' ? null : name })}
      />
    );
  const named = feeds.slice(0, NAMED).map(({ title }) => title);
  return (
    <Confirm
      open
      title={texts.leaveTitle(feeds.length)}
      text={texts.leaveText(named.join(', '), feeds.length - named.length)}
      action={texts.leaveConfirm(feeds.length)}
      onClose={onClose}
      onConfirm={() => done({ kind: 'leave' })}
    />
  );
};

/** On a phone the deeds take the two lines of the tools in whose place they stand. */
const twoLines = {
  display: { base: 'grid', md: 'flex' },
  gridTemplateRows: 'repeat(2, 2.5rem)',
  gridAutoFlow: 'column',
  gridAutoColumns: 'max-content',
  justifyItems: 'start',
} as const;

/** Offers what can be done with the selected feeds. */
export const SelectionBar = ({ feeds, folders, isBusy, onDeed, onMarkRead, onClear }: Props) => {
  const texts = useTexts('feedsPage');
  const [question, setQuestion] = useState<Question | null>(null);
  const tools = useRef<HTMLDivElement>(null);
  useRoving(tools, 'horizontal');
  const can = (deed: Deed): boolean => !isBusy && concerned(deed, feeds).length > 0;
  const deeds: [label: string, isPossible: boolean, run: () => void][] = [
    [texts.move, !isBusy, () => setQuestion('move')],
    [texts.markRead, !isBusy && feeds.some(({ has_unread }) => has_unread), onMarkRead],
    [texts.pause, can({ kind: 'pause' }), () => onDeed({ kind: 'pause' })],
    [texts.resume, can({ kind: 'resume' }), () => onDeed({ kind: 'resume' })],
    [texts.retry, can({ kind: 'retry' }), () => onDeed({ kind: 'retry' })],
    [texts.leave, !isBusy, () => setQuestion('leave')],
  ];
  return (
    <>
      <Flex
        ref={tools}
        role="toolbar"
        aria-label={texts.selected(feeds.length)}
        {...twoLines}
        alignItems="center"
        gap="1"
        overflowX="auto"
        css={{ scrollbarWidth: 'none' }}
      >
        <IconButton label={texts.clear} icon={<CloseIcon />} data-stop="" onClick={onClear} />
        <Box textStyle="sm" fontWeight="semibold" whiteSpace="nowrap" pe="2">
          {texts.selected(feeds.length)}
        </Box>
        {deeds.map(([label, isPossible, run]) => (
          <Button
            key={label}
            size="sm"
            minH="9"
            flexShrink="0"
            variant="subtle"
            data-stop=""
            disabled={!isPossible}
            onClick={run}
            focusVisibleRing="inside"
          >
            {label}
          </Button>
        ))}
      </Flex>
      {question === null ? null : (
        <Questions
          question={question}
          feeds={feeds}
          folders={folders}
          onDeed={onDeed}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  );
};
