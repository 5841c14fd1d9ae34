import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CACHE, unpacked } from './sources.ts';

/** A place, by its Japanese name and by the English ones, the best first. */
export type Place = { kind: 'territory' | 'city'; japanese: string; english: string[] };

/** What English texts call these, whose names in CLDR are long, or a word of grammar when short. */
const CALLED: Record<string, string> = { US: 'America', GB: 'Britain' };

const namesIn = z.record(z.string(), z.string());
type Zones = { [name: string]: Zones | string };
const zonesIn: z.ZodType<Zones> = z.record(
  z.string(),
  z.lazy(() => z.union([z.string(), zonesIn])),
);

/**
 * Returns countries, parts of the world and the cities that time zones are named by, from CLDR, because the dictionary leaves
 * most of their names to another one.
 */
export const readPlaces = (): Place[] => [...territories(), ...cities()];

const read = (source: 'territories' | 'cities', language: 'en' | 'ja', file: string): unknown =>
  JSON.parse(
    readFileSync(join(unpacked(source, join(CACHE, source, 'files')), 'main', language, file), 'utf8'),
  );

/** A key is a region's code, perhaps with `-alt-short` or `-alt-variant` after it. */
const territories = (): Place[] => {
  const namesOf = (language: 'en' | 'ja') =>
    namesIn.parse(
      deep(read('territories', language, 'territories.json'), [
        'main',
        language,
        'localeDisplayNames',
        'territories',
      ]),
    );
  const [japanese, english] = [namesOf('ja'), namesOf('en')];
  return Object.entries(japanese).map(([key, name]) => {
    const [code = ''] = key.split('-');
    const names = [CALLED[code], english[key], english[code], english[`${code}-alt-variant`]];
    return {
      kind: 'territory',
      japanese: name,
      english: [...new Set(names.filter((each) => each !== undefined))],
    };
  });
};

/** A zone, such as `Asia/Tokyo`, is named by its city, which English needs to name only where the zone does not. */
const cities = (): Place[] => {
  const citiesOf = (language: 'en' | 'ja') =>
    cityNames(
      zonesIn.parse(
        deep(read('cities', language, 'timeZoneNames.json'), [
          'main',
          language,
          'dates',
          'timeZoneNames',
          'zone',
        ]),
      ),
    );
  const english = new Map(citiesOf('en'));
  return citiesOf('ja').map(([zone, name]) => ({
    kind: 'city',
    japanese: name,
    english: [...new Set([english.get(zone) ?? zone, zone])],
  }));
};

/** Returns the zones with a city, by the last part of their names. */
const cityNames = (zones: Zones, name = ''): [string, string][] =>
  Object.entries(zones).flatMap(([key, value]) =>
    typeof value === 'string'
      ? key === 'exemplarCity'
        ? [[name.replaceAll('_', ' '), value]]
        : []
      : cityNames(value, key),
  );

const deep = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce((inner, key) => z.record(z.string(), z.unknown()).parse(inner)[key], value);
