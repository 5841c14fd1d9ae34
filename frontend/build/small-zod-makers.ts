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

/** Returns the limits of a number of one kind, both of `min` and of those that its format brings. */
const limitsOf = (schema: Schema, kind: 'greater_than' | 'less_than'): number[] =>
  (schema.def.checks ?? []).flatMap(({ _zod: { def } }) =>
    def.check === kind && 'value' in def ? [Number(def.value)] : [],
  );

/** Returns the one number of some that `choose` prefers; null if there is none. */
const chosen = (numbers: number[], choose: (...of: number[]) => number): number | null =>
  numbers.length === 0 ? null : choose(...numbers);

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
    minValue: { get: () => chosen(limitsOf(schema, 'greater_than'), Math.max) },
    maxValue: { get: () => chosen(limitsOf(schema, 'less_than'), Math.min) },
  });
  return Object.assign(schema, methods);
};

/** Returns a maker of schemas that adds the methods to what it makes. */
const maker =
  <A extends unknown[], S extends Schema>(make: (...args: A) => S) =>
  (...args: A): Schema =>
    chained(make(...args));

// Each is an export of its own, so that those that the page does not use are left out of it.
export const config = mini.config;
export const string = /* @__PURE__ */ maker(mini.string);
export const number = /* @__PURE__ */ maker(mini.number);
export const int = /* @__PURE__ */ maker(mini.int);
export const boolean = /* @__PURE__ */ maker(mini.boolean);
export const unknown = /* @__PURE__ */ maker(mini.unknown);
export const literal = /* @__PURE__ */ maker(mini.literal);
export const array = /* @__PURE__ */ maker(mini.array);
export const tuple = /* @__PURE__ */ maker(mini.tuple);
export const record = /* @__PURE__ */ maker(mini.record);
export const object = /* @__PURE__ */ maker(mini.object);
export const strictObject = /* @__PURE__ */ maker(mini.strictObject);
export const looseObject = /* @__PURE__ */ maker(mini.looseObject);
export const union = /* @__PURE__ */ maker(mini.union);
export const discriminatedUnion = /* @__PURE__ */ maker(mini.discriminatedUnion);
export const stringbool = /* @__PURE__ */ maker(mini.stringbool);
const choice = /* @__PURE__ */ maker(mini.enum);
export { choice as enum };
export const coerce = { number: /* @__PURE__ */ maker(mini.coerce.number) };
export const iso = {
  date: /* @__PURE__ */ maker(mini.iso.date),
  datetime: /* @__PURE__ */ maker(mini.iso.datetime),
};
