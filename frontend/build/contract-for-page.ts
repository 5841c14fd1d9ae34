import type { Endpoint } from '@omomi/backend/contract';
import { join } from 'node:path';
import { type Plugin, parseSync } from 'vite';

type Ast = ReturnType<typeof parseSync>['program'];
type Expression = NonNullable<
  Extract<Ast['body'][number], { type: 'VariableDeclaration' }>['declarations'][number]['init']
>;
type Edit = { start: number; end: number; text: string };

/** The properties of an endpoint that only the server and its documents read. */
const serverOnly = {
  summary: true,
  access: true,
  noTokens: true,
  limit: true,
  readsOnly: true,
  attemptParameter: true,
  params: true,
  query: true,
  status: true,
  errors: true,
} as const satisfies Partial<Record<keyof Endpoint, true>>;

/** Returns an object literal's properties that have a plain name. */
const propertiesOf = (
  expression: Expression | null,
): { name: string; value: Expression; start: number; end: number }[] => {
  if (expression?.type === 'TSSatisfiesExpression' || expression?.type === 'TSAsExpression')
    return propertiesOf(expression.expression);
  if (expression?.type !== 'ObjectExpression') return [];
  return expression.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? [{ name: property.key.name, value: property.value, start: property.start, end: property.end }]
      : [],
  );
};

/** Returns the source of a module of endpoints without what the page does not read. */
export const contractForPage = (file: string, source: string): string => {
  const edits: Edit[] = parseSync(file, source)
    .program.body.flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
        ? statement.declaration.declarations
        : [],
    )
    .flatMap(({ init }) => propertiesOf(init))
    .flatMap((endpoint) => propertiesOf(endpoint.value))
    .flatMap(({ name, value, start, end }) => {
      if (Object.hasOwn(serverOnly, name))
        return [{ start, end: source[end] === ',' ? end + 1 : end, text: '' }];
      // The server checks a body; the page only needs to know that there is one.
      return name === 'body' ? [{ start: value.start, end: value.end, text: 'true' }] : [];
    });
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source);
};

/**
 * Leaves out of the built page what only the server reads of the contract: summaries, errors and the schemas of
 * requests. Without it the start script has 4.4 kB more and passes the 200 kB that a browser test allows.
 */
export const slimContract = (): Plugin => ({
  name: 'slim-contract',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/endpoints\/(managing\/)?[a-z-]+-endpoints\.ts$/ },
    handler: (source, id) => ({ code: contractForPage(id, source), map: null }),
  },
});

/**
 * Puts `small-zod-makers.ts` in the place of zod in the built page. Everything else keeps zod itself. Without it the
 * start script has 15.2 kB more.
 */
export const smallZod = (): Plugin => ({
  name: 'small-zod',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^zod$/ },
    handler: () => join(import.meta.dirname, 'small-zod.ts'),
  },
});
