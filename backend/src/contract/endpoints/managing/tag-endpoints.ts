import { z } from 'zod';
import { articleRow } from '../../schemas/articles.ts';
import { articleId, page } from '../../schemas/common.ts';
import { articleTags, changedTag, renamedTag, tag, tagInPath } from '../../schemas/tags.ts';
import type { Endpoint } from '../shape/endpoint.ts';

const byName = z.object({ name: tagInPath });

/** The endpoints for the tags that a reader gives articles. `GET /api/articles?tag=` lists the articles of one. */
export const tagEndpoints = {
  listTags: {
    method: 'GET',
    path: '/api/tags',
    summary: 'The reader’s tags by name, with the number of their articles.',
    access: 'reader',
    limit: 'public',
    readsOnly: true,
    status: 200,
    response: page(tag),
    errors: [],
  },
  setTags: {
    method: 'PUT',
    path: '/api/articles/{article_id}/tags',
    summary:
      'Give an article these tags of the reader’s own and no others. While it has any, it never expires, as if it were saved. A tag that differs from one of the reader’s in letter case alone is that one. A repeated call changes nothing.',
    access: 'reader',
    limit: 'public',
    params: z.object({ article_id: articleId }),
    body: articleTags,
    status: 200,
    response: articleRow,
    errors: ['NOT_FOUND', 'TAG_LIMIT'],
  },
  renameTag: {
    method: 'PUT',
    path: '/api/tags/{name}',
    summary:
      'Rename a tag. If there is a tag of the new name, the two become one. At most 200 articles are changed; call again while `is_done` is false.',
    access: 'reader',
    limit: 'public',
    params: byName,
    body: renamedTag,
    status: 200,
    response: changedTag,
    errors: ['NOT_FOUND', 'TAG_LIMIT'],
  },
  deleteTag: {
    method: 'DELETE',
    path: '/api/tags/{name}',
    summary:
      'Take a tag off all articles. Those that nothing else keeps expire as if they had not been tagged, in an hour at the earliest. At most 200 articles are changed; call again while `is_done` is false.',
    access: 'reader',
    limit: 'public',
    params: byName,
    status: 200,
    response: changedTag,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>;
