import { writeFile } from 'node:fs/promises';
import { findReader } from '../../accounts/own/find-reader.ts';
import { newSecret } from '../../accounts/secret.ts';
import { createLoadStories } from '../../articles/stories/known-stories.ts';
import { ConfigError } from '../../config/env.ts';
import { editionQuery } from '../../contract/index.ts';
import { createMakeEdition, type EditionQuestion as Question } from '../../edition/edition-endpoint.ts';
import { createImageKeys } from '../../pictures/image-key.ts';
import { createGuardedFetch } from '../../web/fetch/create-guarded-fetch.ts';
import { userAgentOf } from '../../web/fetch/headers.ts';
import { parseAllowHosts } from '../../web/guard/target.ts';
import { FolderInUseError, lockDataFolder } from '../process/data-lock.ts';
import { createLocalParser } from '../process/parser.ts';
import { systemClock } from '../process/schedule.ts';
import { findServing } from '../process/serving.ts';
import { openLocalTable } from '../data-folder/open-local-table.ts';
import { exitCodeOf, readArguments, requireData, storesOf, type CommandOptions } from './command.ts';
import { readOptions, type LocalOptions } from './options.ts';

const helpText = `Usage: npm run edition -- --out <file>.epub [flags]

Writes what matters of the last day as a book for an e-reader. It marks nothing as read.

  --out <file>     the book, EPUB 3; a file that exists is replaced
  --limit <n>      the most stories, 1 to 50 (default 12)
  --since <time>   what arrived since then, for example 2026-11-20T06:00:00Z
  --day <day>      the morning edition of that day, for example 2026-11-20;
                   without one, what arrived on that day in UTC
  --for <name>     whose edition, where several sign in: their name, e-mail address or user_id
  --data <folder>  where the local runner keeps its data (DATA_DIR, default ./.data)
While Omomi runs on that folder, it is asked for the book:
  --token <token>  an API token of the reader whose edition it is, where one signs in (OMOMI_TOKEN); in place of --for
`;

const text = { type: 'string' } as const;
const options = {
  out: text,
  limit: text,
  since: text,
  day: text,
  for: text,
  data: text,
  token: text,
  help: { type: 'boolean', short: 'h' },
} as const;

const readFlags = (args: readonly string[]) => readArguments(args, { options }).values;

type Flags = ReturnType<typeof readFlags>;

/** The command cannot give the book; the message says what to do. */
class EditionError extends Error {
  override readonly name = 'EditionError';
}

/** Returns the flags that are part of the question, as they were given. */
const askedFor = ({ limit, since, day }: Flags): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ limit, since, day }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

const allowed: Readonly<Record<string, string>> = {
  limit: 'a whole number from 1 to 50',
  day: 'a day such as 2026-11-20',
};

const questionOf = (asked: Record<string, string>): Question => {
  const read = editionQuery.safeParse(asked);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const flag = String(issue?.path[0]);
  const why = issue?.code === 'custom' ? issue.message : (allowed[flag] ?? issue?.message);
  throw new ConfigError(`--${flag} ${JSON.stringify(asked[flag])} is not allowed: ${why}`);
};

/** Makes the book from a folder that no runner uses. */
const fromFolder = async (
  { dataDirectory, environment }: LocalOptions,
  name: string | null,
  question: Question,
  { log, now = systemClock.now }: CommandOptions,
): Promise<Uint8Array> => {
  const table = await openLocalTable(dataDirectory);
  const parser = createLocalParser();
  const fetch = createGuardedFetch({
    allowHosts: parseAllowHosts(environment.FETCH_ALLOW_HOSTS),
    userAgent: userAgentOf(environment.USER_AGENT_URL),
    proxy: environment.OUTBOUND_PROXY,
  });
  try {
    const stores = storesOf(table, dataDirectory);
    const base = { ...stores, now, log, fetch, parser, settings: environment };
    const ctx = {
      ...base,
      imageKeys: createImageKeys({ ...base, newSecret }),
      bookmarkCounts: null,
      loadStories: createLoadStories(base),
    };
    const reader = await findReader(stores, name);
    if (reader === null) throw new EditionError(`there is no reader ${JSON.stringify(name)}`);
    const { bytes } = await createMakeEdition(ctx)(reader, question, new AbortController().signal);
    return bytes;
  } finally {
    await parser.close();
    await fetch.close();
    table.close();
  }
};

/** Asks the Omomi that runs on the folder. @throws EditionError */
const fromRunner = async (
  dataDirectory: string,
  token: string | undefined,
  asked: Record<string, string>,
): Promise<Uint8Array> => {
  const serving = await findServing(dataDirectory);
  if (serving === null)
    throw new EditionError(
      `the data folder ${dataDirectory} is in use by another command, or by an Omomi that still starts: try again in a minute`,
    );
  const address = new URL(
    `/api/today/edition?${new URLSearchParams(asked).toString()}`,
    serving.local_origin,
  );
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(address, { headers }).catch((error: unknown) => {
    throw new EditionError(`the Omomi that runs on this folder does not answer at ${address.origin}`, {
      cause: error,
    });
  });
  if (response.status === 401)
    throw new EditionError('Omomi wants to know who asks: give an API token of the reader with --token');
  if (!response.ok) throw new EditionError(`Omomi answered with status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

/** Returns the exit code: 2 for wrong flags, 1 if the command fails for another reason. */
export const runEdition = (command: CommandOptions): Promise<number> =>
  exitCodeOf('edition', command, [EditionError], async () => {
    const { args, variables, write } = command;
    const flags = readFlags(args);
    const { out, data, help } = flags;
    if (help === true) {
      write(helpText);
      return;
    }
    if (out === undefined) throw new ConfigError('--out is missing: the name of the book, see --help');
    const asked = askedFor(flags);
    const question = questionOf(asked);
    const served = readOptions(data === undefined ? [] : ['--data', data], variables);
    if (served === 'help') return;
    requireData(served.dataDirectory);
    const book = await lockDataFolder(served.dataDirectory).then(
      (release) => fromFolder(served, flags.for ?? null, question, command).finally(release),
      (error: unknown) => {
        if (!(error instanceof FolderInUseError)) throw error;
        if (flags.for !== undefined)
          throw new EditionError('while Omomi runs, --token says whose edition it is, not --for');
        return fromRunner(served.dataDirectory, flags.token ?? variables['OMOMI_TOKEN'], asked);
      },
    );
    await writeFile(out, book).catch((error: unknown) => {
      throw new EditionError(
        `${out} cannot be written: ${error instanceof Error ? error.message : 'unknown'}`,
        { cause: error },
      );
    });
    write(`${out}: ${Math.ceil(book.length / 1024)} kB\n`);
  });
