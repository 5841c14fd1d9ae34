import { expect, it } from 'vitest';
import { uniqueUser } from '../../../harness/samples/storage-samples.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { createFolderStore } from '../../../../src/storage/subscription-store.ts';

/** The behaviour of this store that every engine must show. */
export const folderStoreContract = (table: () => TableClient): void => {
  it('folders: a position by name, replaced and deleted', async () => {
    const folders = createFolderStore(table());
    const user_id = uniqueUser();
    expect(await folders.positions(user_id)).toEqual(new Map());
    for (const [name, position] of [
      ['News / 日本', 2],
      ['A#b', -1],
      ['News', 0],
    ] as const)
      await folders.put({ user_id, name, position });
    await folders.put({ user_id, name: 'News', position: 7 });
    await folders.delete(user_id, 'A#b');
    await folders.delete(user_id, 'Nobody');
    expect(await folders.positions(user_id)).toEqual(
      new Map([
        ['News', 7],
        ['News / 日本', 2],
      ]),
    );
    expect(await folders.positions(uniqueUser())).toEqual(new Map());
  });
};
