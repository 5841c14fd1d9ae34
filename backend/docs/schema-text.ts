/** The part of JSON Schema that the contract's schemas use. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: string[];
  const?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};
const link = (name: string) => `[${name}](#${name.toLowerCase()})`;

const range = (low: number | undefined, high: number | undefined, unit: string) => {
  if (low !== undefined && high !== undefined) return `${low} to ${high}${unit}`;
  if (high !== undefined) return `at most ${high}${unit}`;
  return low === undefined ? '' : `at least ${low}${unit}`;
};

const limitsOf = (schema: Schema): string =>
  [
    schema.exclusiveMinimum === undefined ? '' : `more than ${schema.exclusiveMinimum}`,
    range(schema.minimum, schema.maximum, ''),
    schema.multipleOf === undefined ? '' : `in steps of ${schema.multipleOf}`,
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' of them'),
    schema.pattern === undefined ? '' : `\`${schema.pattern}\``,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    ...(schema.anyOf ?? []).map(limitsOf),
  ]
    .filter((limit) => limit !== '')
    .join(', ');

const isPage = ({ properties = {} }: Schema) =>
  properties['next_cursor'] !== undefined && properties['items'] !== undefined;

/** Returns a schema's type in one line, for a table cell. */
export const typeOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return link(schema.$ref.split('/').at(-1) ?? '');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeOf).join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (isPage(schema)) return `page of ${typeOf(schema.properties?.['items']?.items ?? {})}`;
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  if (schema.properties !== undefined) {
    const fields = Object.entries(schema.properties).map(([name, field]) => {
      const mark = schema.required?.includes(name) === true ? '' : '?';
      return `${name}${mark}: ${typeOf(field)}`;
    });
    return `{ ${fields.join(', ')} }`;
  }
  if (schema.format === 'date-time') return 'time';
  const { type = 'anything' } = schema;
  return typeof type === 'string' ? type : type.join(' or ');
};

/** Returns a schema's type and its limits. */
export const describeType = (schema: Schema): string =>
  [typeOf(schema), limitsOf(schema)].filter((part) => part !== '').join('; ');
