import { isRecord } from './stacks.ts';

/** An action on a resource for which a call needs a right, with the values of its condition keys. */
export type Asked = {
  action: string;
  resource: string;
  keys?: Readonly<Record<string, readonly string[]>>;
};

type Condition = { operator: string; key: string; values: readonly string[] };

/** A statement of a policy, resolved. */
export type Statement = {
  effect: string;
  actions: readonly string[];
  resources: readonly string[];
  conditions: readonly Condition[];
};

const LEADING_KEYS = 'dynamodb:LeadingKeys';

/**
 * Reads the statements of a policy document of a template; `resolve` returns what CloudFormation fills in. Of the policy of
 * a resource, it reads those for this service.
 */
export const readStatements = (
  document: unknown,
  resolve: (value: unknown) => string,
  service?: string,
): Statement[] => {
  const isFor = ({ Principal: who }: Record<string, unknown>): boolean =>
    who === undefined || (isRecord(who) && (who['AWS'] === '*' || who['Service'] === service));
  const listed = isRecord(document) ? [document['Statement']].flat().filter(isRecord).filter(isFor) : [];
  const texts = (value: unknown): string[] => [value].flat().map((each) => resolve(each));
  return listed.map((statement) => ({
    effect: String(statement['Effect']),
    actions: texts(statement['Action']),
    resources: texts(statement['Resource']),
    conditions: Object.entries(statement['Condition'] ?? {}).flatMap(([operator, keys]) =>
      Object.entries(isRecord(keys) ? keys : {}).map(([key, values]) => ({
        operator,
        key,
        values: texts(values),
      })),
    ),
  }));
};

const compiled = new Map<string, RegExp>();

/** Tells whether a text matches a pattern of IAM or CloudFront, in which `*` is any characters and `?` is one. */
export const like = (pattern: string, text: string): boolean => {
  const known = compiled.get(pattern);
  if (known !== undefined) return known.test(text);
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  const made = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
  compiled.set(pattern, made);
  return made.test(text);
};

/** The comparisons of IAM that the templates use. */
const comparisons: Readonly<Record<string, (pattern: string, value: string) => boolean>> = {
  StringEquals: (pattern, value) => pattern === value,
  StringLike: (pattern, value) => like(pattern, value),
  ArnEquals: (pattern, value) => like(pattern, value),
  ArnLike: (pattern, value) => like(pattern, value),
  Bool: (pattern, value) => pattern === value,
};

/** Tells whether a condition holds. @throws Error for an operator that the box does not know, instead of guessing. */
const holds = ({ operator, key, values }: Condition, { keys = {} }: Asked): boolean => {
  const [name = '', quantifier] = operator.split(':').toReversed();
  const compare = comparisons[name];
  if (compare === undefined) throw new Error(`the box does not know the condition ${operator}`);
  const found = Object.entries(keys).find(([known]) => known.toLowerCase() === key.toLowerCase());
  const asked = found?.[1] ?? [];
  const matches = (value: string) => values.some((pattern) => compare(pattern, value));
  // Of a call without the key, IAM finds `ForAllValues` true and everything else false.
  return quantifier === 'ForAllValues' ? asked.every(matches) : asked.some(matches);
};

/** One right: an action on a resource, at a pattern of partition keys if its statement is limited to some. */
type Right = Pick<Statement, 'effect' | 'conditions'> & {
  name: string;
  action: string;
  resource: string;
  leading: string | undefined;
};

/** Splits statements into their single rights. */
const rightsIn = (statements: readonly Statement[]): Right[] =>
  statements.flatMap(({ effect, actions, resources, conditions }) => {
    const leadingKeys = conditions.find(({ key }) => key === LEADING_KEYS)?.values ?? [undefined];
    return actions.flatMap((action) =>
      resources.flatMap((resource) =>
        leadingKeys.map((leading): Right => {
          const name = `${action} on ${resource}${leading === undefined ? '' : ` at ${leading}`}`;
          return { name, effect, conditions, action, resource, leading };
        }),
      ),
    );
  });

const covers = ({ action, resource, leading, conditions }: Right, asked: Asked): boolean =>
  like(action, asked.action) &&
  like(resource, asked.resource) &&
  (leading === undefined || (asked.keys?.[LEADING_KEYS] ?? []).some((key) => like(leading, key))) &&
  conditions.every((condition) => holds(condition, asked));

/** Returns the rights by which IAM allows a call: none if nothing allows it, or something denies it. */
const rightsFor = (rights: readonly Right[], asked: Asked): Right[] => {
  const covering = rights.filter((right) => covers(right, asked));
  return covering.some(({ effect }) => effect === 'Deny') ? [] : covering;
};

/**
 * Creates the gate before the services: it knows the statements of each function's role, and notes which rights are used
 * and what is refused.
 */
export const createGate = (roles: ReadonlyMap<string, readonly Statement[]>) => {
  const granted = new Map([...roles].map(([caller, statements]) => [caller, rightsIn(statements)]));
  const used = new Set<Right>();
  const refused = new Set<string>();
  const taken = new Set<string>();
  let isCounting = true;

  return {
    /** Tells whether the role of a function allows all of this. */
    allows: (caller: string, asked: readonly Asked[]): boolean =>
      asked.every((each) => {
        const isTaken = taken.has(`${caller} ${each.action}`);
        const rights = isTaken ? [] : rightsFor(granted.get(caller) ?? [], each);
        if (isCounting) for (const right of rights) used.add(right);
        if (rights.length === 0) refused.add(`${caller}: ${each.action} on ${each.resource}`);
        return rights.length > 0;
      }),
    /** Says whether rights that are used are noted from now on. What is refused always is. */
    count: (isOn: boolean): void => {
      isCounting = isOn;
    },
    /** Returns the rights that nobody used, with the function that has them. */
    unused: (): string[] =>
      [...granted].flatMap(([caller, rights]) =>
        rights
          .filter((right) => right.effect === 'Allow' && !used.has(right))
          .map(({ name }) => `${caller}: ${name}`),
      ),
    /** Returns what functions tried without a right. */
    refused: (): string[] => [...refused],
    /** Takes an action from a function's role while this runs, and returns what was refused meanwhile. */
    without: async (caller: string, action: string, run: () => Promise<unknown>): Promise<string[]> => {
      const before = new Set(refused);
      taken.add(`${caller} ${action}`);
      await run().finally(() => taken.delete(`${caller} ${action}`));
      const during = [...refused].filter((each) => !before.has(each));
      for (const each of during) refused.delete(each);
      return during;
    },
  };
};

export type Gate = ReturnType<typeof createGate>;
