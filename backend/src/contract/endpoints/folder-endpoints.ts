import { z } from 'zod';
import { page } from '../schemas/common.ts';
import { changedFolder, folder, folderChanges, nameInPath } from '../schemas/folders.ts';
import type { Endpoint } from './shape/endpoint.ts';

const byName = z.object({ name: nameInPath });

/** The endpoints for folders. A folder exists as long as a feed is in it; a feed is moved by its own endpoint. */
export const folderEndpoints = {
  listFolders: {
    method: 'GET',
    path: '/api/folders',
    summary: 'All folders in the reader’s order, with the number of their feeds and unread articles.',
    access: 'reader',
    limit: 'public',
    status: 200,
    response: page(folder),
    errors: [],
  },
  updateFolder: {
    method: 'PUT',
    path: '/api/folders/{name}',
    summary:
      'Rename a folder for all of its feeds, or set its position. If there is a folder of the new name, the two become one, which keeps the position of the one that was there, and `is_merged` says so.',
    access: 'reader',
    limit: 'public',
    params: byName,
    body: folderChanges,
    status: 200,
    response: changedFolder,
    errors: ['NOT_FOUND'],
  },
  deleteFolder: {
    method: 'DELETE',
    path: '/api/folders/{name}',
    summary: 'Take the feeds out of a folder, so that it is gone. The feeds stay followed.',
    access: 'reader',
    limit: 'public',
    params: byName,
    status: 204,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>;
