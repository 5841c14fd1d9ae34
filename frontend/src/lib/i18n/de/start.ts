import { articles } from './start-articles.ts';
import { common } from './start-common.ts';
import { errors } from './start-errors.ts';
import { feeds } from './start-feeds.ts';
import { times } from './start-times.ts';
import type { Dictionary } from '../en/start.ts';

/** The German texts that the page starts with. */
export const start: Dictionary = { ...common, ...feeds, ...articles, ...errors, times };
