import type { ArticleRow, Deed, NotificationSettings } from '../contract/index.ts';
import type { Notified } from '../model/reader/notified.ts';
import { wordsIn } from '../languages/words-in.ts';
import { plain } from '../lib/markup.ts';
import { reasonsText } from '../languages/reasons-text.ts';
import { codeOf } from './deeds.ts';

/** A notification before it takes the form of a channel. All texts are plain. */
export type Message = {
  title: string;
  text: string;
  /** The page that opens; null for a first message before anything is set. */
  open: { label: string; url: string } | null;
  /** What can be done without opening the page, each by a POST to its address. */
  buttons: { deed: Deed; label: string; url: string }[];
  /** The facts of the article, for programs; null in the first message of a channel. */
  article: Pick<
    ArticleRow,
    'article_id' | 'title' | 'link' | 'feed_title' | 'excerpt' | 'tier' | 'importance_rank' | 'published_at'
  > | null;
};

/** Returns why an article matters, in a sentence; empty if nothing raised its score. */
export const reasonOf = (
  { top_reasons }: Pick<ArticleRow, 'top_reasons'>,
  { language }: Pick<NotificationSettings, 'language'>,
): string => plain(reasonsText(top_reasons, wordsIn(language)));

/**
 * Returns the message for a story. `learns`: the reader lets Omomi learn, without which nobody can say "less like this".
 */
export const messageOf = (
  notified: Notified,
  settings: NotificationSettings,
  row: ArticleRow,
  learns: boolean,
): Message => {
  const words = wordsIn(settings.language).notifications;
  const others = row.story?.other_sources ?? 0;
  const source = others === 0 ? row.feed_title : words.andOthers(row.feed_title, others);
  const code = codeOf(notified, row.article_id);
  const deeds: Deed[] = learns ? ['later', 'less'] : ['later'];
  const { article_id, title, link, feed_title, excerpt, tier, importance_rank, published_at } = row;
  return {
    title: plain(title) || wordsIn(settings.language).untitled,
    text: [plain(source), reasonOf(row, settings)].filter((line) => line !== '').join('\n'),
    open: { label: words.open, url: `${settings.page}/?article=${article_id}` },
    buttons: deeds.map((deed) => ({
      deed,
      label: words.deeds[deed],
      url: `${settings.page}/api/notified/${code}/${deed}`,
    })),
    article: { article_id, title, link, feed_title, excerpt, tier, importance_rank, published_at },
  };
};

/** Returns the message that a new channel gets at once. */
export const firstMessage = (settings: NotificationSettings | null): Message => {
  const words = wordsIn(settings?.language ?? 'en').notifications;
  return {
    title: 'Omomi',
    text: words.first,
    open: settings === null ? null : { label: words.open, url: settings.page },
    buttons: [],
    article: null,
  };
};
