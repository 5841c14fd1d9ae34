import { describe, expect, it } from 'vitest';
import { formatKey, sessionKey } from '../../../backend/src/storage/table/keys.ts';
import { askedOfTable } from '../../box/calls.ts';
import { rightsNotUsed } from './rights-not-used.ts';
import type { World } from './world.ts';

/** Returns a right without what differs between deployments: account, region, and the digits at the ends of names. */
const shortName = (right: string): string =>
  right.replace(/arn:aws:\S*:/, '').replaceAll(/(?<=[a-z])[0-9A-F]{8}/g, '');

/** The rights of the functions' roles, compared with the calls of the parts before. */
export const describeRights = (worldOf: () => World): void => {
  describe('the roles of the functions', () => {
    it.each([
      ['dispatch', 'dynamodb:Query'],
      ['cleanup', 'dynamodb:Query'],
      ['bookmarks', 'dynamodb:UpdateItem'],
    ])('stop %s, whose run becomes a dead letter, without %s', async (name, action) => {
      const { box } = worldOf();
      const { deadLetters } = box.schedules.find(({ functionName }) => functionName === name)!;
      const refused = await box.gate.without(name, action, () => box.runSchedule(name));
      expect(refused.map(shortName)).toEqual([`${name}: ${action} on table/omomi-restored`]);
      expect(box.queues.get(deadLetters)?.drain()).toHaveLength(1);
    });

    it.each(['dispatch', 'fetch', 'score', 'jobs', 'bookmarks', 'mails'])(
      'let %s, which reads documents of others, write no session and no token',
      async (name) => {
        const { gate, tableName: TableName } = worldOf().box;
        const { PK, SK } = sessionKey('ann', 'any');
        const item = { PK: { S: PK }, SK: { S: SK } };
        const format = { PK: { S: formatKey.PK }, SK: { S: formatKey.SK } };
        const writes = [
          askedOfTable('PutItem', { TableName, Item: item }),
          askedOfTable('UpdateItem', { TableName, Key: item }),
          askedOfTable('BatchWriteItem', { RequestItems: { [TableName]: [{ PutRequest: { Item: item } }] } }),
          askedOfTable('PutItem', { TableName, Item: format }),
          askedOfTable('UpdateItem', { TableName, Key: format }),
          askedOfTable('DeleteItem', { TableName, Key: format }),
        ];
        let allowed: boolean[] = [];
        await gate.without(name, 'nothing', async () => {
          allowed = writes.map((asked) => gate.allows(name, asked));
        });
        expect(allowed).toEqual(writes.map(() => false));
      },
    );

    it('allow all that was tried, and nothing that was not', () => {
      const { gate } = worldOf().box;
      const seen = {
        refused: gate.refused().map(shortName),
        unused: gate.unused().map(shortName).toSorted(),
      };
      expect(seen).toEqual({ refused: [], unused: Object.values(rightsNotUsed).flat().toSorted() });
    });
  });
};
