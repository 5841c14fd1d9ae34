import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useId, useState } from 'react';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { Modal } from '../../components/overlays/modal.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { feedDialogsTexts } from '../../lib/i18n/texts/feed-dialogs.ts';
import { FeedDetails } from './details/feed-details.tsx';
import type { FeedQuestion } from './feed-menu.tsx';
import { useUnsubscribe, useUpdateFeed } from './mutations.ts';

type FormProps = {
  title: string;
  label: string;
  hint: string;
  start: string;
  maxLength: number;
  suggestions?: string[];
  busy: boolean;
  onSubmit: (text: string) => void;
  onClose: () => void;
};

type SuggestionsProps = { names: string[]; chosen: string; onChoose: (name: string) => void };

const Suggestions = ({ names, chosen, onChoose }: SuggestionsProps) => (
  <Flex gap="2" wrap="wrap" mt="3">
    {names.map((name) => (
      <Button
        key={name}
        variant={name === chosen ? 'solid' : 'subtle'}
        size="md"
        maxW="full"
        borderRadius="full"
        onClick={() => onChoose(name)}
      >
        <Box as="span" truncate>
          {name}
        </Box>
      </Button>
    ))}
  </Flex>
);

/** Shows a dialog with one text to change. */
export const TextDialog = ({
  title,
  label,
  hint,
  start,
  maxLength,
  suggestions = [],
  busy,
  onSubmit,
  onClose,
}: FormProps) => {
  const { t } = useI18n();
  const id = useId();
  const [text, setText] = useState(start);
  return (
    <Modal title={title} open onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(text.trim());
        }}
      >
        <Box as="label" display="block" textStyle="sm" fontWeight="semibold" mb="1.5" {...{ htmlFor: id }}>
          {label}
        </Box>
        <Input
          id={id}
          value={text}
          maxLength={maxLength}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.target.value)}
          size="lg"
        />
        <Box id={`${id}-hint`} color="fg.muted" textStyle="sm" mt="1.5">
          {hint}
        </Box>
        {suggestions.length === 0 ? null : (
          <Suggestions names={suggestions} chosen={text.trim()} onChoose={setText} />
        )}
        <Flex justifyContent="flex-end" gap="2" mt="6">
          <Button variant="ghost" onClick={onClose}>
            {t.common.cancel}
          </Button>
          <Button type="submit" disabled={busy}>
            {t.common.save}
          </Button>
        </Flex>
      </form>
    </Modal>
  );
};

type Props = {
  feed: Feed;
  question: FeedQuestion;
  folders: string[];
  onClose: () => void;
  onGone: () => void;
};

/** Shows the dialog of a menu item: rename, move, details or unsubscribe. */
export const FeedDialog = ({ feed, question, folders, onClose, onGone }: Props) => {
  const texts = useTexts(feedDialogsTexts);
  const update = useUpdateFeed();
  const leave = useUnsubscribe();
  switch (question) {
    case 'rename':
      return (
        <TextDialog
          title={texts.renameTitle}
          label={texts.name}
          hint={texts.ownName}
          start={feed.title}
          maxLength={300}
          busy={update.isPending}
          onClose={onClose}
          onSubmit={(text) =>
            update.mutate({ feed, changes: { title: text === '' ? null : text } }, { onSuccess: onClose })
          }
        />
      );
    case 'move':
      return (
        <TextDialog
          title={texts.moveTitle}
          label={texts.newFolder}
          hint={texts.folderHint}
          start={feed.folder ?? ''}
          maxLength={100}
          suggestions={folders}
          busy={update.isPending}
          onClose={onClose}
          onSubmit={(text) =>
            update.mutate({ feed, changes: { folder: text === '' ? null : text } }, { onSuccess: onClose })
          }
        />
      );
    case 'details':
      return <FeedDetails feed={feed} onClose={onClose} />;
    case 'unsubscribe':
      return (
        <Confirm
          open
          title={texts.unsubscribeTitle(feed.title)}
          text={texts.unsubscribeText}
          action={texts.unsubscribeConfirm}
          busy={leave.isPending}
          onClose={onClose}
          onConfirm={() => leave.mutate(feed, { onSuccess: onGone, onSettled: onClose })}
        />
      );
  }
};
