import type { Feed } from '@omomi/backend/contract';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { olderTexts } from '../../../lib/i18n/texts/older.ts';
import { BringOlder } from './bring-older.tsx';
import { Note } from './note.tsx';

/** Says under a feed's articles how many older ones are not here, with the button that brings them. */
export const OlderNote = ({ feed }: { feed: Feed }) => {
  const texts = useTexts(olderTexts);
  return (
    <Note name="older-note" above="6" text={texts.missing(feed.left_out.over_limit)}>
      <BringOlder feed={feed} />
    </Note>
  );
};
