import * as account from './account.ts';
import * as adding from './adding.ts';
import * as article from './article.ts';
import * as crawlPages from './crawl-pages.ts';
import * as crawls from './crawls.ts';
import * as errors from './errors.ts';
import * as feeds from './feeds.ts';
import * as jobs from './jobs.ts';
import * as keys from './keys.ts';
import * as keywords from './keywords.ts';
import * as notifications from './notifications.ts';
import * as owner from './owner.ts';
import * as rules from './rules.ts';
import * as search from './search.ts';
import * as settings from './settings.ts';
import * as signIn from './sign-in.ts';
import * as today from './today.ts';
import type { LaterTexts } from '../en/later.ts';

/** The German texts of all that is loaded after the start, by part. */
export const later: LaterTexts = {
  ...account,
  ...adding,
  ...article,
  ...crawlPages,
  ...crawls,
  ...errors,
  ...feeds,
  ...jobs,
  ...keys,
  ...keywords,
  ...notifications,
  ...owner,
  ...rules,
  ...search,
  ...settings,
  ...signIn,
  ...today,
};
