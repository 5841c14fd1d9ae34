import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Connection } from './connection.ts';
import { placeholders, projecting, type Expression } from './expressions.ts';
import { indexes, primaryKey } from './keys.ts';
import type { Item, Page, PageQuery, TableClient } from './table.ts';

/** Returns the condition on the keys: the partition, and the prefix of the sort keys if there is one. */
const keyCondition = ({ PK, prefix, index }: PageQuery): Expression => {
  const names = { '#pk': primaryKey.partition };
  // DynamoDB takes no empty string as a key's value, so a query of the whole partition has no condition on the sort key.
  if (prefix === '') return { text: '#pk = :pk', names, values: { ':pk': PK } };
  const sortKey = index === undefined ? primaryKey.sort : indexes[index];
  return {
    text: '#pk = :pk AND begins_with(#sk, :prefix)',
    names: { ...names, '#sk': sortKey },
    values: { ':pk': PK, ':prefix': prefix },
  };
};

const queryInput = (tableName: string, query: PageQuery): QueryCommandInput => {
  const condition = keyCondition(query);
  const projection = query.attributes === undefined ? undefined : projecting(query.attributes);
  return {
    TableName: tableName,
    ...(query.index === undefined ? {} : { IndexName: query.index }),
    KeyConditionExpression: condition.text,
    ...(query.filter === undefined ? {} : { FilterExpression: query.filter.text }),
    ...(projection === undefined ? {} : { ProjectionExpression: projection.text }),
    ...placeholders(condition, query.filter, projection),
    ...(query.limit === undefined ? {} : { Limit: query.limit }),
    ScanIndexForward: !(query.descending ?? false),
    ...(query.after === undefined ? {} : { ExclusiveStartKey: query.after }),
    ConsistentRead: query.is_consistent ?? true,
  };
};

/** Creates the requests for the items of a range. */
export const createQueries = ({
  client,
  tableName,
  run,
}: Connection): Pick<TableClient, 'queryPage' | 'queryAll' | 'count'> => {
  const queryPage = async (query: PageQuery): Promise<Page> => {
    const output = await run('Query', client.query, queryInput(tableName, query));
    return { items: output.Items ?? [], last: output.LastEvaluatedKey };
  };

  return {
    queryPage,
    queryAll: async (range, options = {}) => {
      const items: Item[] = [];
      let after: Item | undefined;
      do {
        const page = await queryPage({ ...range, ...options, after });
        items.push(...page.items);
        after = page.last;
      } while (after !== undefined);
      return items;
    },
    count: async (query) => {
      let total = 0;
      let after = query.after;
      do {
        const input = queryInput(tableName, { ...query, after });
        const output = await run('Query', client.query, { ...input, Select: 'COUNT' });
        total += output.Count ?? 0;
        after = output.LastEvaluatedKey;
      } while (after !== undefined);
      return total;
    },
  };
};
