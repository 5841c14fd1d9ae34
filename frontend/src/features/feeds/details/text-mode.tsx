import { textMode, type Feed } from '@omomi/backend/contract';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { fullTextTexts } from '../../../lib/i18n/texts/articles/full-text.ts';
import { useUpdateFeed } from '../mutations.ts';
import { FeedChoice } from './feed-choice.tsx';

/** Lets the reader choose where the texts of a feed's articles are from, and shows what the automatic choice found. */
export const TextModeChoice = ({ feed }: { feed: Feed }) => {
  const texts = useTexts(fullTextTexts);
  const update = useUpdateFeed();
  const found = feed.found_text === null ? texts.notFound : texts.found[feed.found_text];
  return (
    <FeedChoice
      label={texts.mode}
      value={feed.text_mode}
      options={textMode.options}
      names={texts.modes}
      hint={`${feed.text_mode === 'auto' ? `${found} ` : ''}${texts.hint}`}
      isBusy={update.isPending}
      onChange={(mode) => update.mutate({ feed, changes: { text_mode: mode } })}
    />
  );
};
