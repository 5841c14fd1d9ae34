import { counted, wholeNumber } from '../counted.ts';

export const articles = {
  list: {
    label: 'Articles',
    sort: 'Order',
    sorts: { importance_score: 'Importance', published_at: 'Newest', oldest: 'Oldest' },
    filter: 'Show',
    filters: { all: 'All', unread: 'Unread', read: 'Read', saved: 'Saved' },
    markAllRead: 'Mark all read',
    menu: 'More for this list',
    tools: 'This list',
    look: 'View',
    looks: { compact: 'Compact', list: 'List', cards: 'Cards', magazine: 'Magazine' },
    bookmarks: (count: number | null) =>
      count === null
        ? 'Bookmarks on Hatena: not known yet'
        : `${counted(count, 'bookmark', 'bookmarks')} on Hatena`,
    minutes: (n: number): string => `${wholeNumber(n)} min`,
    /** `articles`: number of the other articles of a story; `sources`: of the other feeds that they are of. */
    sources: (sources: number, articles: number): string => {
      if (sources === 0)
        return articles === 1
          ? 'another article of this feed'
          : `${wholeNumber(articles)} other articles of this feed`;
      const told = `+${counted(sources, 'source', 'sources')}`;
      return articles > sources ? `${told}, ${counted(articles, 'article', 'articles')}` : told;
    },
    moreSources: (n: number): string => `and ${wholeNumber(n)} more`,
    former: 'former feed',
    formerHint: 'You no longer follow the feed this article came from.',
    news: (n: number, isMore: boolean): string => `+${wholeNumber(n)}${isMore ? ' or more' : ''} new`,
    arrived: (n: number, isMore: boolean): string =>
      `${counted(n, 'new article', 'new articles')}${isMore ? ' or more' : ''}`,
    reordered: 'The order of this list has changed',
    reorderedShort: 'New order',
    /** The name of the button that loads the list anew; `told` is one of the two above. */
    renew: (told: string): string => `${told}: show the list from the top`,
    rowMenu: 'More for this article',
    more: 'Loading more articles',
    end: 'That is all.',
    goes: (when: string): string => `expires ${when}`,
    goesHint: 'Then it leaves your lists, unless you save it.',
    rankedOf: (n: number): string =>
      `Only the newest ${counted(n, 'article', 'articles')} of this list are ranked and shown. Order by newest to reach the older ones.`,
    newState: 'Unread',
    rankLabel: (tier: string, rank: number, score: string): string =>
      `${tier}: importance ${rank} of 100 (score ${score})`,
    tiers: { must_read: 'Must read', worth_a_look: 'Worth a look', rest: 'Everything else' },
    because: 'Because of',
    save: 'Save',
    unsave: 'Remove from saved',
    markRead: 'Mark as read',
    markUnread: 'Mark as unread',
    loadFailed: 'The articles could not be loaded.',
    estimated: 'The feed gives no date; this is when it arrived.',
  },
  history: {
    show: 'Show older articles still in the feed',
  },
  marks: {
    marked: (n: number | null): string =>
      n === null ? 'Marked as read.' : `${counted(n, 'article', 'articles')} marked read.`,
    /** `n`: the articles that other feeds bring of stories that were just read. */
    finished: (n: number): string =>
      n === 1
        ? 'The same story in another feed is read too.'
        : `${wholeNumber(n)} more articles on the same stories are read too.`,
    undo: 'Undo',
    undone: 'Undone.',
    tooLate: 'This can no longer be undone.',
  },
  article: {
    sources: 'Also reported by',
    sameFeed: 'Also in this feed',
    earlier: 'Earlier',
    close: 'Close article',
    choose: 'Choose an article to read it here. With j and k you go from one to the next.',
    loadFailed: 'This article could not be loaded.',
    gone: 'It has expired, or you unsubscribed from its feed. Articles that you save do not expire.',
    parts: {
      weak: 'Weakly related',
      learned: 'Like what you liked',
      source: 'Feed volume',
      rule: 'Your rules',
      freshness: 'Age',
    },
    /** The keywords that an article is hardly about, with what they add together. */
    weaklyRelated: (keywords: string): string => `Weakly related: ${keywords}`,
    listSeparator: ', ',
    disliked: 'Like what you disliked',
    source: {
      more: 'You asked for more of this feed',
      normal: 'This feed brings many articles',
      less: 'You asked for less of this feed',
    },
    rate: (perDay: number): string => `This feed brings ${counted(perDay, 'article', 'articles')} a day`,
    why: 'Why it ranks here',
  },
  empty: {
    unread: { title: 'All read', text: 'You are up to date. New articles appear here by themselves.' },
    read: { title: 'Nothing read yet', text: 'Articles you have opened appear here until they expire.' },
    saved: {
      title: 'Nothing saved yet',
      text: 'Save an article with its bookmark or the s key, and it stays here for good.',
    },
    all: {
      title: 'No articles yet',
      text: 'They appear as soon as a feed brings some. You can fetch your feeds now.',
    },
    showAll: 'Show all articles',
    noKeywordsTitle: 'Tell Omomi what matters to you',
    noKeywordsText: 'Add a few keywords and the articles that speak of them rise to the top.',
    noKeywordsAction: 'Add keywords',
  },
};
