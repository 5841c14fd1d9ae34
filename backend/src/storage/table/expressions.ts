/** A part of DynamoDB's expression language, with the names and values of its placeholders. */
export type Expression = {
  text: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
};

export const itemExists: Expression = { text: 'attribute_exists(#pk)', names: { '#pk': 'PK' } };
export const itemIsNew: Expression = { text: 'attribute_not_exists(#pk)', names: { '#pk': 'PK' } };

export const and = (...parts: Expression[]): Expression => ({
  text: parts.map((part) => `(${part.text})`).join(' AND '),
  names: Object.assign({}, ...parts.map((part) => part.names)),
  values: Object.assign({}, ...parts.map((part) => part.values)),
});

export const or = (...parts: Expression[]): Expression => ({
  ...and(...parts),
  text: parts.map((part) => `(${part.text})`).join(' OR '),
});

/** Joins several clauses into one update. */
export const inSequence = (...parts: Expression[]): Expression => ({
  text: parts.map(({ text }) => text).join(' '),
  names: Object.assign({}, ...parts.map((part) => part.names)),
  values: Object.assign({}, ...parts.map((part) => part.values)),
});

/**
 * Returns an update that sets each attribute to its value. Null removes an attribute, and undefined leaves it
 * unchanged. An attribute of `initially` is set only if it is missing.
 */
export const setting = (
  changes: Record<string, unknown>,
  initially: Record<string, unknown> = {},
): Expression => {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const sets: string[] = [];
  const removes: string[] = [];
  entries.forEach(([attribute, value], index) => {
    names[`#s${index}`] = attribute;
    if (value === null) {
      removes.push(`#s${index}`);
    } else {
      values[`:s${index}`] = value;
      sets.push(`#s${index} = :s${index}`);
    }
  });
  Object.entries(initially).forEach(([attribute, value], index) => {
    names[`#i${index}`] = attribute;
    values[`:i${index}`] = value;
    sets.push(`#i${index} = if_not_exists(#i${index}, :i${index})`);
  });
  const clauses = [
    ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
    ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
  ];
  return { text: clauses.join(' '), names, values };
};

/** Returns the projection of a query to these attributes. */
export const projecting = (attributes: readonly string[]): Expression => ({
  text: attributes.map((_, at) => `#p${at}`).join(', '),
  names: Object.fromEntries(attributes.map((attribute, at) => [`#p${at}`, attribute])),
});

/** Returns the placeholders of the expressions. The SDK refuses empty maps, so they are left out. */
export const placeholders = (
  ...parts: (Expression | undefined)[]
): {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
} => {
  const names: Record<string, string> = Object.assign({}, ...parts.map((part) => part?.names));
  const values: Record<string, unknown> = Object.assign({}, ...parts.map((part) => part?.values));
  return {
    ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
  };
};
