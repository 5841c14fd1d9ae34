import { counted, wholeNumber } from '../counted.ts';

export const feedDirectory = {
  browse: 'Find feeds by topic',
  topic: 'Topic',
  list: 'Feeds',
  none: 'No well-known feed has these words. Enter an address instead.',
  found: (n: number): string => counted(n, 'feed', 'feeds'),
  topics: {
    news: 'News',
    technology: 'Technology',
    programming: 'Programming',
    science: 'Science',
    business: 'Business',
    design: 'Design',
    culture: 'Books and culture',
    screen: 'Film and TV',
    music: 'Music',
    games: 'Games',
    photography: 'Photography',
    food: 'Food',
    travel: 'Travel',
    sports: 'Sports',
    life: 'Home and style',
  },
};

export const adding = {
  addFeed: {
    title: 'Add a feed',
    address: 'Address',
    hint: 'The address of a feed, or of any site, or several, one per line. Words find well-known feeds. A site without a feed can be followed by its page.',
    submit: 'Add feed',
    submitMany: (n: number): string => `Add ${counted(n, 'feed', 'feeds')}`,
    working: 'Reading the feed…',
    workingOn: (done: number, total: number): string => `Reading feeds, ${done + 1} of ${total}…`,
    waiting: 'Only a few feeds can be added each minute. The rest follow automatically.',
    folder: 'Folder',
    newFolder: 'A new folder…',
    known: 'You already follow this feed.',
    showKnown: 'Show it',
    choose: 'There are several feeds at this address. Which one?',
    opml: 'This is an OPML document. Save it as a file and import that: it keeps the folders.',
    toImport: 'Go to import',
    found: (n: number): string =>
      n === 1 ? 'This page offers one feed:' : 'This page offers several feeds. Which one?',
    notAddress: {
      what: 'This is not a web address.',
      todo: 'Enter one like example.com or https://example.com/feed.xml.',
    },
    look: 'See what else this page offers',
    added: (title: string): string => `You now follow ${title}.`,
    addedMany: (n: number): string => `You now follow ${counted(n, 'more feed', 'more feeds')}.`,
    parts: {
      videos: 'Without Shorts and live streams',
      shorts: 'Shorts only',
      live: 'Live streams only',
    },
    unnamed: 'Untitled feed',
    lists: (n: number): string =>
      n === 1
        ? 'This site has no feed, but its headlines can be followed:'
        : 'This site has no feed, but its headlines can be followed. Which of these are they?',
    listOf: (n: number): string => `List on the page, ${counted(n, 'headline', 'headlines')}`,
    pagesOf: (n: number): string => `All pages by the sitemap, ${counted(n, 'page', 'pages')}`,
  },
  newsletter: {
    title: 'A newsletter by mail',
    text: 'It gets an address of its own. Its mails are the articles of a feed that only you have.',
    make: 'Make an address',
    made: 'Subscribe to the newsletter with this address. Its feed is in your list, and takes its name with the first mail.',
    address: 'Address of the newsletter',
  },
  savePage: {
    title: 'Save a page',
    hint: 'Keeps the article and its text in Saved. Nobody else sees it.',
    submit: 'Save',
    working: 'Reading the page…',
    saved: (title: string): string => `“${title}” is saved.`,
    offer: 'Save this page instead',
    sent: (title: string): string => `With the text of “${title}” as you see it there.`,
    tooLarge: 'What you see there is too large to send. Omomi asks the site for the page.',
    elsewhere: 'From other pages',
    elsewhereText: 'Drag these to your bookmarks. On a phone, install Omomi, then share pages to it.',
    saveLink: 'Save to Omomi',
    subscribeLink: 'Subscribe in Omomi',
  },
  start: {
    title: 'Welcome to Omomi',
    lead: 'A quiet place to read. Omomi follows the sites you like and puts what matters to you on top, and says why.',
    feedsTitle: 'Pick a few feeds',
    feedsText: 'Any you like. You can unsubscribe with one click.',
    starters: {
      bbc: 'News from around the world',
      guardian: 'Climate and nature',
      quanta: 'Mathematics and science, in depth',
      arsTechnica: 'Technology and policy',
      nasa: 'Space, from the source',
      hackerNews: 'What programmers talk about',
      itmedia: 'IT news in Japanese',
      hatena: 'Popular technology links in Japanese',
      gigazine: 'Curiosities and science in Japanese',
      publickey: 'Software and cloud in Japanese',
    },
    ownTitle: 'Or bring your own',
    ownText: 'The addresses of sites you read, one per line.',
    opmlTitle: 'From another reader',
    opmlText: 'Drop its OPML or export file anywhere on this page, or choose it.',
    dropHere: 'Drop the file to import it',
    keywordsTitle: 'Say what matters to you',
    keywordsText: 'Two or three topics, separated by commas. You can change how much each one counts later.',
    keywordsPlaceholder: 'climate, open source, jazz',
    go: (n: number): string => (n === 0 ? 'Start reading' : `Start reading ${counted(n, 'feed', 'feeds')}`),
    goHint: 'Pick at least one feed.',
    working: (done: number, total: number): string =>
      `Reading ${done} of ${counted(total, 'feed', 'feeds')}…`,
    waiting: 'Only a few feeds can be added each minute. The rest follow automatically.',
    failed: 'These could not be added:',
    continue: 'Continue to the articles',
    samples: 'Try it with samples',
    samplesText:
      'The samples are a few small feeds and keywords that come with Omomi and need no network. You can remove them under Manage feeds.',
  },
};

export const opml = {
  title: 'Import and export',
  intro:
    'Drop a file of another reader here: its OPML, or what FreshRSS, Miniflux, Inoreader or Feedly export as JSON or ZIP, with stars, labels and what you have read. The taste file of another Omomi, too.',
  choose: 'Import a file…',
  export: 'Export as OPML',
  progress: (done: number, total: number): string =>
    total === 0 ? 'Importing…' : `Importing, ${done} of ${total}`,
  summary: (imported: number, unreachable: number, duplicates: number, failed: number): string =>
    [
      counted(imported, 'feed added', 'feeds added'),
      ...(unreachable === 0 ? [] : [`${unreachable} of them cannot be read yet`]),
      ...(duplicates === 0 ? [] : [`${duplicates} already there`]),
      ...(failed === 0 ? [] : [`${failed} could not be added`]),
    ].join(', ') + '.',
  articles: (n: {
    starred: number;
    tagged: number;
    read: number;
    not_here: number;
    no_address: number;
  }): string =>
    [
      `Articles: ${wholeNumber(n.starred)} saved`,
      ...(n.tagged === 0 ? [] : [`${wholeNumber(n.tagged)} tagged`]),
      ...(n.read === 0 ? [] : [`${wholeNumber(n.read)} marked read`]),
      ...(n.not_here === 0 ? [] : [`${wholeNumber(n.not_here)} that you read there are not here`]),
      ...(n.no_address === 0 ? [] : [`${wholeNumber(n.no_address)} have no address`]),
    ].join(', ') + '.',
  taken: (added: number, known: number, left: number): string =>
    `${wholeNumber(added)} added, ${wholeNumber(known)} already there${left === 0 ? '' : `, ${wholeNumber(left)} left out (over a limit, or about articles that you do not have)`}.`,
  report: 'Feeds of the file',
  outcomes: {
    pending: 'Waiting',
    imported: 'Added',
    imported_unreachable: 'Added, but cannot be read yet',
    duplicate: 'Already there',
    failed: 'Not added',
  },
  problems: {
    no_address: 'The file has no address for it.',
    invalid_address: 'This is not a web address.',
    already_subscribed: 'You already follow this feed.',
    repeated: 'The file has this feed more than once.',
    subscription_limit: 'You follow as many feeds as you can.',
  },
  faults: {
    unknown: 'It is neither OPML nor an export of FreshRSS, Miniflux, Inoreader or Feedly, nor a taste file.',
    damaged: 'It is damaged or cut off. Export it again.',
    too_large: 'It is too large. Export it in parts: 4 MB packed, 16 MB a file.',
    too_many_feeds: 'It has more than 1,000 feeds. Split it.',
  },
  invalid: {
    what: 'This file cannot be imported.',
    todo: 'Choose the file that another reader exported.',
  },
};

export const coming = {
  title: 'Your first articles are coming',
  text: (read: number, all: number): string =>
    all === 1
      ? 'The feed is being read.'
      : `${wholeNumber(read)} of ${wholeNumber(all)} feeds have been read.`,
};
