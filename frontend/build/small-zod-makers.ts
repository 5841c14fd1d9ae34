import * as mini from 'zod/mini';

/**
 * The schemas of `zod/mini`, with the chained methods of zod that the contract and the page use. Vite puts it in the
 * place of zod in the page: the engine that parses is the same, but zod brings 15.2 kB of methods that nothing calls.
 * `small-zod.test.ts` compares both. A method that is missing here is not a function in the page.
 */

const orElse = mini.catch;

type Schema = mini.ZodMiniType;
type Params = string | { error?: string; abort?: boolean };
type Mask = Record<string, true>;

/**
 * A schema that is made when it first parses. The contract names some 500, and a page that starts parses with few:
 * making all of them took a third of the time in which its script is evaluated. Each method returns a new schema.
 */
class LaterSchema {
  readonly #make: () => Schema;
  #made: Schema | undefined;

  constructor(make: () => Schema) {
    this.#make = make;
  }

  get #schema(): Schema {
    return (this.#made ??= this.#make());
  }

  /** Returns the object schema itself. @throws TypeError if another schema is extended or picked from. */
  get #object(): mini.ZodMiniObject {
    if (this.#schema instanceof mini.ZodMiniObject) return this.#schema;
    throw new TypeError('Only an object has keys.');
  }

  get #isNumber(): boolean {
    return this.#schema.def.type === 'number';
  }

  /** Returns the limits of a number of one kind, both of `min` and of those that its format brings. */
  #limits(kind: 'greater_than' | 'less_than'): number[] {
    return (this.#schema.def.checks ?? []).flatMap(({ _zod: { def } }) =>
      def.check === kind && 'value' in def ? [Number(def.value)] : [],
    );
  }

  #checked(check: () => Parameters<Schema['check']>[0]): LaterSchema {
    return new LaterSchema(() => this.#schema.check(check()));
  }

  /** The engine reads everything that it needs of a schema from here. */
  get _zod(): Schema['_zod'] {
    return this.#schema._zod;
  }

  get shape(): unknown {
    return this.#object.shape;
  }

  get options(): unknown {
    return 'options' in this.#schema ? this.#schema.options : undefined;
  }

  get minValue(): number | null {
    const limits = this.#limits('greater_than');
    return limits.length === 0 ? null : Math.max(...limits);
  }

  get maxValue(): number | null {
    const limits = this.#limits('less_than');
    return limits.length === 0 ? null : Math.min(...limits);
  }

  parse(value: unknown): unknown {
    return this.#schema.parse(value);
  }

  safeParse(value: unknown): unknown {
    return this.#schema.safeParse(value);
  }

  optional() {
    return new LaterSchema(() => mini.optional(this));
  }

  nullable() {
    return new LaterSchema(() => mini.nullable(this));
  }

  default(value: never) {
    return new LaterSchema(() => mini._default(this, value));
  }

  catch(value: never) {
    return new LaterSchema(() => orElse(this, value));
  }

  array() {
    return new LaterSchema(() => mini.array(this));
  }

  /** Returns the schema inside an optional, nullable or default one. */
  unwrap(): unknown {
    return 'innerType' in this.#schema.def ? this.#schema.def.innerType : this;
  }

  min(least: number, params?: Params) {
    return this.#checked(() => (this.#isNumber ? mini.gte(least, params) : mini.minLength(least, params)));
  }

  max(most: number, params?: Params) {
    return this.#checked(() => (this.#isNumber ? mini.lte(most, params) : mini.maxLength(most, params)));
  }

  gt(limit: number, params?: Params) {
    return this.#checked(() => mini.gt(limit, params));
  }

  int(params?: Params) {
    return this.#checked(() => mini.int(params));
  }

  multipleOf(step: number, params?: Params) {
    return this.#checked(() => mini.multipleOf(step, params));
  }

  length(length: number, params?: Params) {
    return this.#checked(() => mini.length(length, params));
  }

  regex(pattern: RegExp, params?: Params) {
    return this.#checked(() => mini.regex(pattern, params));
  }

  trim() {
    return this.#checked(() => mini.trim());
  }

  overwrite(change: (value: unknown) => unknown) {
    return this.#checked(() => mini.overwrite(change));
  }

  refine(holds: (value: unknown) => unknown, params?: Params) {
    return this.#checked(() => mini.refine(holds, params));
  }

  superRefine(judge: Parameters<typeof mini.superRefine>[0]) {
    return this.#checked(() => mini.superRefine(judge));
  }

  extend(shape: Record<string, Schema>) {
    return new LaterSchema(() => mini.extend(this.#object, shape));
  }

  pick(mask: Mask) {
    return new LaterSchema(() => mini.pick(this.#object, mask));
  }

  omit(mask: Mask) {
    return new LaterSchema(() => mini.omit(this.#object, mask));
  }

  partial() {
    return new LaterSchema(() => mini.partial(this.#object));
  }

  strict() {
    return new LaterSchema(() => mini.catchall(this.#object, mini.never()));
  }
}

/** Returns a maker of schemas that have the methods. */
const maker =
  <A extends unknown[], S extends Schema>(make: (...args: A) => S) =>
  (...args: A): LaterSchema =>
    new LaterSchema(() => make(...args));

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
