import type { Feed } from '@omomi/backend/contract';
import { Confirm } from '../../components/overlays/modal.tsx';
import { TextDialog } from '../../components/overlays/text-dialog.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { FeedDetails } from './details/feed-details.tsx';
import type { FeedQuestion } from './windows.tsx';
import { useUpdateFeed } from './mutations.ts';
import { useUnsubscribe } from './unsubscribe.ts';

type Props = {
  feed: Feed;
  question: FeedQuestion;
  folders: string[];
  onClose: () => void;
  /** Called with the feed that takes its place; null if there is none. */
  onGone: (replacement: string | null) => void;
};

/** Shows the dialog of a menu item: rename, move, details or unsubscribe. */
export const FeedDialog = ({ feed, question, folders, onClose, onGone }: Props) => {
  const texts = useTexts('feedDialogs');
  const update = useUpdateFeed();
  const leave = useUnsubscribe(() => onGone(null));
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
      return <FeedDetails feed={feed} onClose={onClose} onMoved={onGone} />;
    case 'unsubscribe':
      return (
        <Confirm
          open
          title={texts.unsubscribeTitle(feed.title)}
          text={texts.unsubscribeText}
          action={texts.unsubscribeConfirm}
          busy={leave.isPending}
          onClose={onClose}
          onConfirm={() => leave.mutate(feed, { onSettled: onClose })}
        />
      );
  }
};
