import { wholeNumber } from '../counted.ts';

export const palette = {
  title: 'Go anywhere, do anything',
  placeholder: 'A feed, a folder, a page, or what you want to do',
  results: 'Results',
  none: (q: string): string => `Nothing found for “${q}”. Try other words.`,
  kinds: { feed: 'Feed', folder: 'Folder', search: 'Saved search', page: 'Page', action: 'Action' },
  markAll: 'Mark this list read',
  markSide: {
    above: (n: number | null): string =>
      `Mark ${n === null ? 'all' : `the ${wholeNumber(n)}`} above this article read`,
    below: (n: number | null): string =>
      `Mark ${n === null ? 'all' : `the ${wholeNumber(n)}`} below this article read`,
  },
  look: (name: string): string => `View: ${name}`,
  theme: (name: string): string => `Appearance: ${name}`,
  language: (name: string): string => `Language: ${name}`,
  settings: (section: string): string => `Settings: ${section}`,
  savePage: 'Save a page',
  newCrawl: 'New crawl',
  articles: { beside: 'Open articles beside the list', in_place: 'Open articles inside the list' },
};

export const shortcuts = {
  title: 'Keyboard shortcuts',
  groups: { everywhere: 'Everywhere', list: 'In a list', feeds: 'In the feed list', go: 'Go to' },
  palette: 'Go anywhere, do anything',
  next: 'Next article; beside the list it is shown at once',
  previous: 'Previous article',
  select: 'Select the next or previous one without opening it',
  page: 'Next page of the article, then the next article',
  pageUp: 'Previous page of the article',
  open: 'Open or close the article',
  visit: 'Read at the source',
  search: 'Search; arrows and Enter go to the results, Esc goes back',
  read: 'Mark as read or unread',
  save: 'Save or remove from saved',
  tags: 'Tags of the article',
  highlight: 'Highlight the selected text; with Shift, with a note (F7 lets the keyboard select)',
  send: 'Send to the first, second … place of Settings, Apps',
  opinion: 'More or less like the open article',
  markAll: 'Mark all read',
  markSides: 'Mark what is above or below the article read',
  undo: 'Undo that, while it is offered',
  close: 'Close the article',
  up: 'Back to the list, then to all articles',
  fetch: 'Fetch the feeds',
  help: 'This help',
  lines: 'From feed to feed, to the first, to the last',
  folders: 'Open or close a folder; on a feed, go to its menu',
  names: 'A feed by the first letters of its name',
  widths: 'On the line between two panes: make them wider or narrower',
};
