import { feedVolume, type Feed } from '@omomi/backend/contract';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { feedDialogsTexts } from '../../../lib/i18n/texts/feed-dialogs.ts';
import { useUpdateFeed } from '../mutations.ts';
import { FeedChoice } from './feed-choice.tsx';

/** Lets the reader choose how much weight the articles of a feed have. */
export const VolumeChoice = ({ feed }: { feed: Feed }) => {
  const { details: texts } = useTexts(feedDialogsTexts);
  const update = useUpdateFeed();
  return (
    <FeedChoice
      label={texts.volume}
      value={feed.volume}
      options={feedVolume.options}
      names={texts.volumes}
      hint={texts.volumeHint}
      isBusy={update.isPending}
      onChange={(volume) => update.mutate({ feed, changes: { volume } })}
    />
  );
};
