import { counted } from '../counted.ts';
import type { Learned } from '@omomi/backend/contract';

type LearnedCounts = Pick<Learned, 'up' | 'down' | 'saved' | 'read_through' | 'opened' | 'passed'>;

export const keywords = {
  intro: 'What should rise to the top? The heavier a keyword, the more a matching article gains.',
  text: 'Keyword',
  weight: 'Weight',
  active: 'On',
  placeholder: 'A topic, a name, a few words',
  addSubmit: 'Add keyword',
  weightOf: (text: string): string => `Weight of ${text}`,
  exactWeightOf: (text: string): string => `Exact weight of ${text}`,
  off: 'Off',
  menu: (text: string): string => `Actions for ${text}`,
  menuColumn: 'Actions',
  delete: 'Delete',
  deleted: (text: string): string => `Deleted “${text}”.`,
  empty: 'No keywords yet. Start with two or three.',
  loadFailed: 'The keywords could not be loaded.',
  tableLabel: 'Your keywords',
  ranked: 'The list is ranked by your keywords as they are now.',
  weightRange: 'A weight lies between 0.1 and 10.',
  pending: 'Does not count yet: the scoring model does not answer.',
  pendingHint:
    'The keyword is saved. It counts as soon as the model answers again, without you doing anything.',
  less: 'Less of this',
  lessHint: 'Articles that speak of it sink instead of rising.',
  learn: 'Learn from what I save, like and read',
  learnHint:
    'Articles that resemble the ones you saved, liked or read to the end rise, those like what you disliked sink, and the list says so. Nobody else sees it. Switched off, what was learned is forgotten at once.',
  learnedNothing: 'Nothing learned yet. Save, like or read some articles.',
  learnedFrom: ({ up, down, saved, read_through, opened, passed }: LearnedCounts): string =>
    `Learned from ${up} liked, ${down} disliked, ${saved} saved, ${read_through} read to the end, ${opened} opened and ${passed} passed by.`,
  learnedSoon:
    'It is not in use yet: that takes one article that you liked, disliked, saved or read to the end, five others, and about five minutes.',
  forget: 'Forget what was learned',
  forgotten: 'Forgotten. The list updates in a moment.',
  suggested: 'From what you read',
  suggestedBy: {
    liked: (n: number): string => `in ${counted(n, 'title', 'titles')} that you saved or liked`,
    folder: (): string => 'the name of one of your folders',
    listed: (n: number): string => `in ${n} of your latest titles`,
  },
  add: 'Add',
  addOf: (text: string): string => `Add ${text}`,
  addedOf: (text: string): string => `Added ${text}`,
  suggestedNone: 'No suggestions from your titles yet.',
  same: (drop: string, keep: string): string => `“${drop}” is the same as “${keep}”.`,
  merge: 'Merge',
  broad: (text: string, percent: number): string =>
    `“${text}” matches ${percent}% of your articles. A narrower keyword tells more.`,
  preview: (n: number): string => `${n} of your last articles would move`,
  previewing: 'Looking through your last articles …',
  previewStays: 'With this weight every article keeps its place.',
  previewNone: 'None of your last 200 articles speaks of it.',
  moved: (before: number, after: number): string => `from place ${before} to place ${after}`,
  scored: (before: string, after: string): string => `score ${before} to ${after}`,
  shares: 'What you read last week',
  sharesOf: (read: number): string =>
    read === 1
      ? 'How much of the one article that you read or marked as read in the last seven days is about each keyword. It can be about several.'
      : `How much of the ${counted(read, 'article', 'articles')} that you read or marked as read in the last seven days is about each keyword. One article can be about several.`,
  sharesNone: 'You read nothing in the last seven days.',
  sharesFailed: 'What you read last week could not be counted.',
  share: (n: number, percent: number): string => `${counted(n, 'article', 'articles')} · ${percent}%`,
};
