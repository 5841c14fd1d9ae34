import { pauseBriefly } from '../../lib/turns.ts';
import pMap from 'p-map';
import { z } from 'zod';
import { StorageThrottledError } from '../../lib/errors.ts';
import type { Log } from '../../logging/log.ts';
import { itemSize, keyed, parseItem } from '../table/items.ts';
import { formatKey } from '../table/keys.ts';
import { itemIsNew, or, setting, type Expression } from '../table/queries.ts';
import type { Item, TableClient } from '../table/table.ts';
import {
  FORMAT,
  itemMigrations,
  readFormat,
  type ItemMigration,
  type MoveMigration,
  type NewName,
} from './format.ts';
import { SEGMENTS, type MovableTable } from './movable-table.ts';

/** Segments in work at once. Each reads some 2,500 units a second, of the 12,000 that a table on demand gives at first. */
const CONCURRENT_SEGMENTS = 2;
/** Items of a page that are changed at once. Each takes some 10 ms. */
const CONCURRENT_CHANGES = 8;
/** The most tries of a move. Each failed try means that another write of the same item succeeded. */
const ATTEMPTS = 20;
/** Bytes of an item that are written for one write unit. */
const BYTES_A_UNIT = 1024;
/** The place of a segment of which nothing is left. */
const ENDED = 'ended';

export type UpgradeContext = {
  table: Pick<TableClient, 'get' | 'put' | 'update' | 'delete'>;
  movable: MovableTable;
  log: Pick<Log, 'warn' | 'info'>;
  /** Tells whether there is time for another page, which takes some 0.1 s. */
  hasTime: () => boolean;
};

/** How far an upgrade came. The figures are those of this call. */
export type Upgraded = {
  format: number;
  is_upgraded: boolean;
  moved: number;
  renamed: number;
  pages: number;
  read_units: number;
  write_units: number;
};

const segmentName = (segment: number) => `segment_${segment}`;

const placesSchema = keyed.catchall(z.unknown());

/** Returns where each segment was left: its last key as JSON, `ended`, or null at its beginning. */
const readPlaces = async ({ table }: Pick<UpgradeContext, 'table'>): Promise<(string | null)[]> => {
  const item = parseItem(placesSchema, (await table.get(formatKey)) ?? formatKey);
  return Array.from({ length: SEGMENTS }, (_, n) =>
    z.string().nullable().default(null).parse(item[segmentName(n)]),
  );
};

/** Returns the condition that no other run has finished the migration. */
const isBefore = (version: number): Expression =>
  or(itemIsNew, {
    text: '#format < :version',
    names: { '#format': 'format' },
    values: { ':version': version },
  });

/** Moves one item, whatever its reader does with it meanwhile. Returns its write units; null if it was deleted or moved already. */
const moveItem = async (
  ctx: UpgradeContext,
  migration: MoveMigration,
  found: Item,
): Promise<number | null> => {
  let item: Item | null = found;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const key = keyed.parse(item);
    const to = migration.keyOf(key);
    if (to === null) return null;
    const { state, write_units } = await ctx.movable.move({ ...item, ...key }, to, migration);
    if (state === 'moved') return write_units;
    // The item at the new key is the later one.
    if (state === 'taken') await ctx.table.delete(key);
    item = await ctx.table.get(key);
    if (item === null) return null;
    await pauseBriefly();
  }
  throw new StorageThrottledError(`An item was written by others ${ATTEMPTS} times over`);
};

/**
 * Renames an attribute of one item in one write, whatever its reader does with it meanwhile. A value that was written under today's
 * name stays. Returns its write units; null if the item has no such attribute any more.
 */
const renameIn = async (
  { table }: UpgradeContext,
  { former, today }: NewName,
  found: Item,
): Promise<number | null> => {
  if (!Object.hasOwn(found, former)) return null;
  const names = { '#former': former, '#today': today };
  const text = 'SET #today = if_not_exists(#today, #former) REMOVE #former';
  const stillHasIt = { text: 'attribute_exists(#former)', names };
  const item = await table.update(keyed.parse(found), { text, names }, stillHasIt);
  // The table's client does not tell the units. A write costs one for each KB of the larger of the item before and after.
  return item === null ? null : Math.ceil(itemSize(found) / BYTES_A_UNIT);
};

/** Changes one item. Returns its write units; null if there is nothing to change any more. */
const changeItem = (ctx: UpgradeContext, migration: ItemMigration, found: Item): Promise<number | null> =>
  migration.kind === 'move' ? moveItem(ctx, migration, found) : renameIn(ctx, migration.attribute, found);

/** Changes the items of a segment from where it was left. Returns false if the time was up before its end. */
const changeSegment = async (
  ctx: UpgradeContext,
  migration: ItemMigration,
  { segment, place, figures }: { segment: number; place: string | null; figures: Upgraded },
): Promise<boolean> => {
  if (place === ENDED) return true;
  let after = place === null ? undefined : keyed.parse(JSON.parse(place));
  for (;;) {
    if (!ctx.hasTime()) return false;
    const { items, last, read_units } = await ctx.movable.scanPage(segment, migration, after);
    figures.pages += 1;
    figures.read_units += read_units;
    const changes = await pMap(items, (item) => changeItem(ctx, migration, item), {
      concurrency: CONCURRENT_CHANGES,
    });
    for (const write_units of changes) {
      figures.write_units += write_units ?? 0;
      figures[migration.kind === 'move' ? 'moved' : 'renamed'] += Number(write_units !== null);
    }
    after = last === undefined ? undefined : keyed.parse(last);
    // The place is noted after the changes, so a run that is cut off looks at some keys again and leaves none out.
    const noted = after === undefined ? ENDED : JSON.stringify(after);
    const note = setting({ [segmentName(segment)]: noted }, { format: migration.version - 1 });
    const isUnderWay = (await ctx.table.update(formatKey, note, isBefore(migration.version))) !== null;
    if (after === undefined || !isUnderWay) return true;
  }
};

/**
 * Brings a table of DynamoDB, which is in use meanwhile, to today's format, as far as there is time. It goes on where the last call
 * ended or was cut off. Several calls at once do the same work twice and no harm.
 * @throws NewerFormatError for a table of a later version; StorageThrottledError, StorageUnavailableError
 */
export const upgradeTable = async (ctx: UpgradeContext): Promise<Upgraded> => {
  const { table, log } = ctx;
  const format = await readFormat(table);
  const figures = {
    format,
    is_upgraded: true,
    moved: 0,
    renamed: 0,
    pages: 0,
    read_units: 0,
    write_units: 0,
  };
  for (const migration of itemMigrations.filter(({ version }) => version > format)) {
    const { version, name } = migration;
    const places = await readPlaces(ctx);
    const is_resumed = places.some((place) => place !== null);
    log.warn('the table is upgraded', { version, migration: name, is_resumed });
    const ended = await pMap(
      places.entries(),
      ([segment, place]) => changeSegment(ctx, migration, { segment, place, figures }),
      { concurrency: CONCURRENT_SEGMENTS },
    );
    if (ended.includes(false)) return { ...figures, is_upgraded: false };
    await table.put({ ...formatKey, format: version }, isBefore(version));
    figures.format = version;
  }
  if (format < FORMAT) log.info('the table is of today’s format', figures);
  return figures;
};
