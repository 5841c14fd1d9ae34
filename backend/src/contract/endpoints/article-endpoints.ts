import { z } from 'zod';
import { today, todayQuery } from '../schemas/articles.ts';
import {
  article,
  articleQuery,
  articlePage,
  articleRow,
  chapter,
  chaptersQuery,
  markedArticles,
  markRead,
  readMark,
  readMarks,
  savedMark,
} from '../schemas/articles.ts';
import { openedArticle, openedQuery } from '../learning/opened-article.ts';
import { articleId, page } from '../schemas/common.ts';
import type { Endpoint } from './shape/endpoint.ts';
import { imageQuery, pictureTypes } from '../schemas/images.ts';
import { job } from '../schemas/jobs.ts';
import { reason } from '../schemas/reasons.ts';

const byArticle = z.object({ article_id: articleId });

/** The endpoints for article lists, single articles and the reader's actions on them. */
export const articleEndpoints = {
  listArticles: {
    method: 'GET',
    path: '/api/articles',
    summary:
      'The reader’s articles by time or by importance. Of one feed, of a folder and of saved articles, only the newest 2,000 are ranked by importance; `ranked_of` says so where there are more.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    query: articleQuery,
    status: 200,
    response: articlePage,
    errors: ['INVALID_CURSOR', 'NOT_FOUND'],
  },
  listToday: {
    method: 'GET',
    path: '/api/today',
    summary:
      'The stories that matter since the last visit, at least of a day on the first one, at most `limit`: folded, the best first, and how many were left out by tier. The rest is shown only if nothing matters more. A visit begins with the first request after four hours without `since`.',
    access: 'reader',
    limit: 'public',
    query: todayQuery,
    status: 200,
    response: today,
    errors: [],
  },
  getArticle: {
    method: 'GET',
    path: '/api/articles/{article_id}',
    summary: 'One article with its content, and why it ranks where it does.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    params: byArticle,
    status: 200,
    response: openedArticle,
    errors: ['NOT_FOUND'],
  },
  getArticles: {
    method: 'GET',
    path: '/api/opened-articles',
    summary:
      'Up to five articles, each as `GET /api/articles/{article_id}` answers it, in the order of the ids. Those that the reader does not have are left out, and so are those after the first whose texts would make the answer too large: ask for them again.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    query: openedQuery,
    status: 200,
    response: z.object({ items: z.array(openedArticle) }),
    errors: [],
  },
  getChapters: {
    method: 'GET',
    path: '/api/articles/{article_id}/chapters',
    summary:
      'The chapters of a recording that the article encloses, in order; none if it has none. They are those of the feed, of the document that the feed names (Podcasting 2.0, read up to 1 MB), or else of the beginning of an MP3 (ID3v2) or MP4 file. The publisher is asked now and does not see the reader.',
    access: 'reader',
    limit: 'protected',
    params: byArticle,
    query: chaptersQuery,
    status: 200,
    response: page(chapter),
    errors: ['NOT_FOUND', 'ADDRESS_REFUSED', 'FEED_UNREACHABLE'],
  },
  getReasons: {
    method: 'GET',
    path: '/api/articles/{article_id}/reasons',
    summary: 'Why the article ranks where it does: every active keyword with its share, largest first.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    params: byArticle,
    status: 200,
    response: page(reason),
    errors: ['NOT_FOUND'],
  },
  setRead: {
    method: 'PUT',
    path: '/api/articles/{article_id}/read',
    summary:
      'Mark an article read or unread. `is_read_through`, allowed with `is_read` true only, says that it was read to ' +
      'its end: where the preference `learns` is on, it counts for what the reader likes, until it is marked unread.',
    access: 'reader',
    limit: 'public',
    params: byArticle,
    body: readMark,
    status: 200,
    response: articleRow,
    errors: ['NOT_FOUND'],
  },
  setReadOfMany: {
    method: 'PUT',
    path: '/api/articles/read',
    summary:
      'Mark up to 200 articles read or unread, with the outcome of each. A repeated call changes nothing. Marking read also marks the other articles of the same stories, unless the preference `mark_story_read` is off: `finished` names them.',
    access: 'reader',
    limit: 'public',
    body: readMarks,
    status: 200,
    response: markedArticles,
    errors: [],
  },
  setSaved: {
    method: 'PUT',
    path: '/api/articles/{article_id}/save',
    summary:
      'Save an article, or let it go. A saved article never expires. `saved_at`, for saving only, is the time when the reader saved it, if that was earlier: without a connection, or before it was let go by mistake.',
    access: 'reader',
    limit: 'public',
    params: byArticle,
    body: savedMark,
    status: 200,
    response: articleRow,
    errors: ['NOT_FOUND'],
  },
  fetchFullText: {
    method: 'POST',
    path: '/api/articles/{article_id}/full-text',
    summary:
      'Show this article with the text of its page, whatever the mode of its feed, and ask for the page unless it is ' +
      'there. While `full_text.state` is `coming`, ask for the article again in a few seconds. A repeated call changes nothing.',
    access: 'reader',
    limit: 'protected',
    params: byArticle,
    status: 202,
    response: article,
    errors: ['NOT_FOUND'],
  },
  dropFullText: {
    method: 'DELETE',
    path: '/api/articles/{article_id}/full-text',
    summary: 'Show this article with the text that its feed gives, whatever the mode of the feed.',
    access: 'reader',
    limit: 'public',
    params: byArticle,
    status: 200,
    response: article,
    errors: ['NOT_FOUND'],
  },
  markRead: {
    method: 'POST',
    path: '/api/articles/mark-read',
    summary:
      'Mark the named articles read, or all that arrived up to a time, in a feed, a folder or everywhere.',
    access: 'reader',
    limit: 'public',
    body: markRead,
    status: 202,
    response: job,
    errors: ['NOT_FOUND'],
  },
  getImage: {
    method: 'GET',
    path: '/api/image',
    summary:
      'A picture of an article, loaded from its publisher, who does not see the reader: at most 4 MB and 16,384 pixels a side; PNG, JPEG, GIF, WebP or AVIF by its bytes. `key` is the one that the service gave with the address, and is valid for 30 to 60 days. With `width`, a still picture that is wider comes as WebP of that width.',
    access: 'public',
    // One article may have more pictures than the limit of a minute. The key is checked first, without the table.
    limit: 'none',
    query: imageQuery,
    status: 200,
    imageResponse: { types: pictureTypes, maxAgeSeconds: 2_592_000, isPublic: true },
    errors: ['FORBIDDEN', 'IMAGE_UNAVAILABLE'],
  },
} as const satisfies Record<string, Endpoint>;
