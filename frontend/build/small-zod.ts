import * as mini from 'zod/mini';

/**
 * The schemas of `zod/mini`, with the chained methods of zod that the contract and the page use. Vite puts it in the
 * place of zod in the page: the engine that parses is the same, but zod brings 16 kB of methods that nothing calls.
 * `small-zod.test.ts` compares both. A method that is missing here is not a function in the page.
 */

const orElse = mini.catch;

type Schema = mini.ZodMiniType;
type Params = string | { error?: string; abort?: boolean };
type Mask = Record<string, true>;

const isNumber = (schema: Schema): boolean => schema.def.type === 'number';

const bagOf = (schema: Schema): Record<string, unknown> => schema._zod.bag;

/** Returns the object schema itself. @throws TypeError if another schema is extended or picked from. */
const objectOf = (schema: Schema): mini.ZodMiniObject => {
  if (schema instanceof mini.ZodMiniObject) return schema;
  throw new TypeError('Only an object has keys.');
};

/** Returns the schema inside an optional, nullable or default one. */
const innerOf = (schema: Schema): unknown => ('innerType' in schema.def ? schema.def.innerType : schema);

/** Adds the methods to a schema. Each returns a new schema with the methods. */
const chained = <S extends Schema>(schema: S) => {
  const methods = {
    optional: () => chained(mini.optional(schema)),
    nullable: () => chained(mini.nullable(schema)),
    default: (value: never) => chained(mini._default(schema, value)),
    catch: (value: never) => chained(orElse(schema, value)),
    array: () => chained(mini.array(schema)),
    unwrap: () => innerOf(schema),

    min: (least: number, params?: Params) =>
      check(isNumber(schema) ? mini.gte(least, params) : mini.minLength(least, params)),
    max: (most: number, params?: Params) =>
      check(isNumber(schema) ? mini.lte(most, params) : mini.maxLength(most, params)),
    gt: (limit: number, params?: Params) => check(mini.gt(limit, params)),
    int: (params?: Params) => check(mini.int(params)),
    multipleOf: (step: number, params?: Params) => check(mini.multipleOf(step, params)),
    length: (length: number, params?: Params) => check(mini.length(length, params)),
    regex: (pattern: RegExp, params?: Params) => check(mini.regex(pattern, params)),
    trim: () => check(mini.trim()),
    overwrite: (change: (value: unknown) => unknown) => check(mini.overwrite(change)),
    refine: (holds: (value: unknown) => unknown, params?: Params) => check(mini.refine(holds, params)),
    superRefine: (judge: Parameters<typeof mini.superRefine>[0]) => check(mini.superRefine(judge)),

    extend: (shape: Record<string, Schema>) => chained(mini.extend(objectOf(schema), shape)),
    pick: (mask: Mask) => chained(mini.pick(objectOf(schema), mask)),
    omit: (mask: Mask) => chained(mini.omit(objectOf(schema), mask)),
    partial: () => chained(mini.partial(objectOf(schema))),
    strict: () => chained(mini.catchall(objectOf(schema), mini.never())),
  };
  const check = (one: Parameters<Schema['check']>[0]) => chained(schema.check(one));
  Object.defineProperties(schema, {
    minValue: { get: () => bagOf(schema)['minimum'] ?? null },
    maxValue: { get: () => bagOf(schema)['maximum'] ?? null },
  });
  return Object.assign(schema, methods);
};

/** Returns a maker of schemas that adds the methods to what it makes. */
const maker =
  <A extends unknown[], S extends Schema>(make: (...args: A) => S) =>
  (...args: A) =>
    chained(make(...args));

export const z: Record<string, unknown> = {
  config: mini.config,
  string: maker(mini.string),
  number: maker(mini.number),
  int: maker(mini.int),
  boolean: maker(mini.boolean),
  unknown: maker(mini.unknown),
  literal: maker(mini.literal),
  enum: maker(mini.enum),
  array: maker(mini.array),
  tuple: maker(mini.tuple),
  record: maker(mini.record),
  object: maker(mini.object),
  strictObject: maker(mini.strictObject),
  looseObject: maker(mini.looseObject),
  union: maker(mini.union),
  discriminatedUnion: maker(mini.discriminatedUnion),
  stringbool: maker(mini.stringbool),
  coerce: { number: maker(mini.coerce.number) },
  iso: { date: maker(mini.iso.date), datetime: maker(mini.iso.datetime) },
};
