import { articles } from './start-articles.ts';
import { common } from './start-common.ts';
import { errors } from './start-errors.ts';
import { feeds } from './start-feeds.ts';
import { times } from './start-times.ts';

/** The English texts that the page starts with. */
export const start = { ...common, ...feeds, ...articles, ...errors, times };

export type Dictionary = typeof start;
