import { counted, wholeNumber } from '../counted.ts';
import type { FullTextFailure, TextMode, TextSource } from '@omomi/backend/contract';

export const articleMenu = {
  why: 'Why it ranks here',
  lessOfFeed: 'Less of this feed',
  usualOfFeed: 'Show this feed as usual',
  tags: 'Tags…',
  aloud: 'Read aloud',
  muteWord: 'Mute a word…',
  sendTo: (name: string): string => `Send to ${name}`,
  sentTo: (name: string): string => `Sent to ${name}.`,
  notTaken: (name: string, status: number): string =>
    `${name} answered ${status}. Check its address and token in Settings, Apps.`,
  lessNow: (feed: string): string => `“${feed}” ranks lower from now on.`,
  usualNow: (feed: string): string => `“${feed}” ranks as usual again.`,
  dampingUndone: (feed: string): string => `“${feed}” ranks as it did before.`,
  pausedNow: (feed: string): string => `“${feed}” is paused. Nothing new arrives from it.`,
  continuedNow: (feed: string): string => `“${feed}” brings new articles again.`,
  muteTitle: 'Mute a word',
  candidates: 'Words of the title',
  word: 'Word or phrase',
  wordHint: 'Articles with it in their title no longer arrive. Letter case makes no difference.',
  scope: 'In',
  everywhere: 'all feeds',
  onlyIn: (feed: string): string => `only “${feed}”`,
  isAlsoHere: 'Also take away the articles that are here. That cannot be undone.',
  mute: 'Mute',
  ruleName: (word: string): string => `Mute ${word}`,
  muted: (word: string): string => `“${word}” is muted. Settings, Rules lists what you mute.`,
  unmuted: (word: string): string => `“${word}” is no longer muted.`,
};

export const ownTags = {
  label: 'Tags',
  title: 'Tags of the article',
  field: 'Tags',
  hint: 'Press Enter to choose a tag, or type a comma after it. Tagged articles are kept, like saved ones.',
  chosen: 'Tags of this article',
  completions: 'Suggested tags',
  remove: (tag: string): string => `Remove “${tag}”`,
  newTag: (tag: string): string => `New tag “${tag}”`,
  tooMuch: 'That is too much. An article can have 8 tags of up to 24 characters, about 120 letters in all.',
  tagged: (tags: string): string => `Tagged: ${tags}`,
  untagged: 'Tags removed',
  articles: (n: number): string => counted(n, 'article', 'articles'),
  name: 'Name',
  renameTitle: 'Rename the tag',
  renameHint:
    'All its articles get the new name. If you already have a tag of that name, the two become one.',
  removeTag: 'Delete',
  removeTitle: (tag: string): string => `Delete the tag “${tag}”?`,
  removeText: 'It comes off all its articles. Those without another tag expire unless they are saved.',
};

export const machineTexts = {
  summary: 'Summary',
  translation: 'Translation',
  writeSummary: 'Write the summary',
  writeTranslation: 'Translate',
  cost: (most: string, used: string, all: string): string =>
    `This costs at most ${most} USD. This month has cost ${used} of ${all} USD.`,
  writing: (model: string): string => `${model} is writing…`,
  madeBy: (model: string): string => `Written by a machine (${model}). It may be wrong.`,
  isCut: 'It read the beginning of this long article.',
  failed: 'The text could not be loaded',
};

export const highlights = {
  label: 'Highlights',
  one: 'Highlight',
  selected: 'Selected text',
  mark: 'Highlight',
  note: 'Note',
  colour: 'Colour',
  colours: { yellow: 'Yellow', green: 'Green', blue: 'Blue', pink: 'Pink' },
  remove: 'Remove highlight',
  made: 'Highlighted, and the article is saved',
  removed: 'Highlight removed',
  lost: 'Highlights that are no longer in the text',
  loadFailed: 'The highlights could not be loaded.',
  find: 'Find in highlights',
  save: 'Export as Markdown',
  saveEach: 'A file for each article',
  none: 'Nothing is highlighted yet. Select a passage in an article to begin.',
  noneFound: 'No highlight has these words.',
};

const failures: Record<FullTextFailure, string> = {
  paywall: 'The page is for subscribers of the site.',
  consent_page: 'The site asks for consent before it shows the page.',
  forbidden: 'The site refuses to give the page to Omomi.',
  not_found: 'The page is not there.',
  rate_limited: 'The site asked Omomi to fetch less often.',
  server_error: 'The site has problems at the moment.',
  http_error: 'The site sent an answer that Omomi cannot read.',
  unreachable: 'The site does not answer.',
  too_large: 'The page is larger than Omomi reads.',
  robots: 'The site’s robots.txt asks programs not to read the page.',
  no_archive: 'The page asks programs not to keep its text.',
  not_a_page: 'The address leads to a file, not to a page.',
  unreadable: 'Reading the page takes too much time or memory.',
  no_text: 'No article was found on the page.',
  not_longer: 'The page has no more text than the feed.',
  limit_reached: 'Omomi has asked for 200 pages of this feed today.',
  no_link: 'The article has no page.',
};

export const fullText = {
  fetch: 'Fetch full text',
  show: 'Show full text',
  coming: 'The full text is on its way.',
  from: (site: string): string => `Full text from ${site}`,
  showFeed: 'Show the feed’s text',
  failed: (why: string): string => `This is the feed’s text. ${why}`,
  retry: 'Try again',
  failures: failures,
  mode: 'Text of the articles',
  modes: {
    auto: 'Automatic',
    feed: 'As in the feed',
    full: 'In full, from each article’s page',
  } satisfies Record<TextMode, string>,
  found: {
    full: 'Now in full: the texts of this feed are much shorter than its pages.',
    feed: 'Now as in the feed: its texts are complete.',
  } satisfies Record<TextSource, string>,
  notFound: 'Omomi compares the next articles with their pages, then decides.',
};

export const opinions = {
  learns: 'Omomi now learns from what you like, save and read. It stays private to you.',
  undone: 'Omomi no longer learns, and has forgotten your opinion.',
};

export const aloud = {
  label: 'Reading aloud',
  back: 'Previous sentence',
  forth: 'Next sentence',
  goesOn: 'Next article',
  failed: 'Your browser cannot read this article aloud. It may have no voice for its language.',
};

export const listening = {
  label: 'Listening',
  add: 'Add to the queue',
  remove: 'Remove from the queue',
  playNext: 'Play next',
  following: (title: string): string => `Next: ${title}`,
  queue: 'Next',
  begun: 'Begun',
  howFar: (at: string, of: string | null): string => (of === null ? at : `${at} of ${of}`),
  forget: 'Forget where you stopped',
  none: 'Nothing waits to be played. Add a recording from its article.',
  chapters: (n: number): string => (n === 0 ? 'Chapters' : `Chapters (${n})`),
  noChapters: 'This recording has no chapters.',
  chaptersFailed: 'The chapters could not be loaded. Press again to try once more.',
};

export const playing = {
  label: 'Playing',
  play: 'Play',
  pause: 'Pause',
  back: '15 seconds back',
  forth: '30 seconds forward',
  end: 'End and close',
  failed: 'This recording could not be played.',
};

const howMany = (n: number | null): string => {
  if (n === null) return 'all';
  return n === 1 ? 'the one' : `the ${wholeNumber(n)}`;
};

export const reading = {
  original: 'Read at the source',
  by: (author: string): string => `by ${author}`,
  previous: 'Previous article',
  next: 'Next article',
  closePane: 'Hide the article',
  backToList: 'Back to the list',
  image: (description: string): string => `[Image: ${description}]`,
  type: 'Type and colours',
  typeOfArticles: 'Article text',
  size: 'Size',
  sizes: { small: 'Small', medium: 'Medium', large: 'Large', largest: 'Largest' },
  width: 'Width',
  widths: { narrow: 'Narrow', medium: 'Medium', wide: 'Wide' },
  face: 'Font',
  faces: { auto: 'Automatic', serif: 'Serif', sans: 'Sans', system: 'System' },
  spacing: 'Lines',
  spacings: { tight: 'Tight', medium: 'Medium', loose: 'Loose' },
  enlarge: (description: string): string =>
    description === '' ? 'Show the picture larger' : `Show larger: ${description}`,
  picture: 'Picture',
  table: 'Table, scrolls sideways',
  code: 'Code, scrolls sideways',
  note: 'Footnote',
  closeNote: 'Close the footnote',
  play: (provider: string): string => `Play the video from ${provider}`,
  playing: (title: string, provider: string): string => `${title} (video from ${provider})`,
  playHint: (provider: string): string => `${provider} will know that you watch it.`,
  providers: { youtube: 'YouTube', vimeo: 'Vimeo' },
  atProvider: (provider: string): string => `Watch at ${provider}`,
  audio: (name: string): string => `Audio: ${name}`,
  video: (name: string): string => `Video: ${name}`,
  speed: 'Speed',
  sleep: 'Sleep timer',
  stopsAfter: (minutes: number | null): string =>
    minutes === null ? 'No sleep timer' : `Stops after ${minutes} min`,
  back: '15 seconds back',
  forth: '30 seconds forward',
  resumed: (time: string): string => `Continues at ${time}, where you stopped.`,
  failed: 'This recording could not be played here. Open the file to play it in its own tab.',
  download: 'Open the file',
  copyLink: 'Copy link',
  copied: 'Link copied',
  copyFailed: 'The link could not be copied. Your browser allows that on https only.',
  share: 'Share',
  keepUnread: 'Keep unread',
  actions: 'What to do with this article',
  more: 'More for this article',
  /** The number is null if the list was not loaded to its end. */
  markSide: {
    above: (n: number | null): string =>
      n === 0 ? 'No unread articles above' : `Mark ${howMany(n)} above read`,
    below: (n: number | null): string =>
      n === 0 ? 'No unread articles below' : `Mark ${howMany(n)} below read`,
  },
  loadingBelow: 'Loading the rest of the list, to mark it.',
  leftBelow: 'Nothing was marked, because you left the list before all of it was loaded.',
};

/** The bars of the reasons, and the question after an article. */
export const listMenu = {
  ages: {
    any: 'Mark all read',
    day: 'Mark read: older than a day',
    week: 'Mark read: older than a week',
  },
  pictures: 'Show pictures',
};

export const ranking = {
  alike: (n: number): string =>
    `Like ${counted(n, 'article', 'articles')} you saved, liked or read to the end, e.g.`,
  alikeDisliked: (n: number): string => `Like ${counted(n, 'article', 'articles')} you disliked, e.g.`,
  modelAway: (since: string, waiting: number): string =>
    `The scoring model has not answered since ${since}${waiting === 0 ? '' : `. ${counted(waiting, 'article is', 'articles are')} waiting to be ranked`}.`,
  opinion: 'More like this?',
  thumbUp: 'More like this',
  thumbDown: 'Less like this',
  invitation: 'Omomi can learn from what you save and like. It stays private to you.',
  accept: 'Turn on learning',
  markWords: 'Mark these words in the article',
  whyNone: 'None of your keywords matches this article.',
  whyNoKeywords: 'You have no keywords yet, so there is no score.',
  whyUnscored: 'This article is not scored yet. It will be as soon as the scoring model answers.',
  total: 'Score',
  others: (n: number): string => `${counted(n, 'other keyword', 'other keywords')} added nothing`,
  /** `parts` are the weight and the match: "2 × 0.86 =". */
  reasonLine: (keyword: string, parts: string, contribution: string): string =>
    `${keyword}: weight and match, ${parts} ${contribution}`,
  /** A score does not fall below 0, so what lowers it counts less then. */
  lowered: 'down to 0:',
  factorLine: (part: string, factor: string, contribution: string): string =>
    `${part}: times ${factor} adds ${contribution}`,
  weakLine: (text: string, contribution: string): string => `${text} adds ${contribution}`,
};

export const feedDocument = {
  title: 'Older articles still in the feed',
  hint: 'You can read them, but not mark or save them.',
  none: 'Everything in the feed is in your lists.',
  noDocument: 'Nothing to show yet. Try again after the next fetch.',
  loadFailed: 'The older articles could not be loaded.',
  more: 'More',
};

export const articleText = {
  noContent: 'The feed has no text for this article. Read it at the source.',
  attachments: 'Attachments',
};
