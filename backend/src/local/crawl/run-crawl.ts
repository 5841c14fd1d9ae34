import { rm, open, rename, stat, writeFile } from 'node:fs/promises';
import { join, basename, dirname, extname } from 'node:path';
import { ConfigError } from '../../config/env.ts';
import { withSeedAddresses, SeedRefusedError } from '../../crawl/start-crawl.ts';
import { digest } from '../../lib/digest.ts';
import { donePages, type CrawlPlan } from '../../model/crawl/crawl.ts';
import { parseAllowHosts } from '../../web/guard/target.ts';
import { fileReasonOf } from '../../storage/table/errors.ts';
import type { Lookup } from '../../web/guard/guarded-connector.ts';
import { exitCodeOf, type CommandOptions } from '../cli/command.ts';
import { systemClock } from '../process/schedule.ts';
import { openCrawl, readCrawlEnvironment } from './open-crawl.ts';
import { crawlHere } from './crawl-here.ts';
import { crawlHelp, readCrawlOptions, type CrawlOptions } from './crawl-options.ts';
import { systemWaiting } from './drive-crawl.ts';
import { runViews } from './run-views.ts';
import {
  exportPart,
  type ExportContext,
  type ExportFormat,
  type ExportOf,
} from '../../crawl/views/export-crawl.ts';

/** The exit code of a process that Ctrl-C ended. */
const INTERRUPTED = 130;
const ID_DIGITS = 16;

type CrawlCommandOptions = CommandOptions & {
  /** The folder in which the command was given. */
  folder: string;
  isTerminal: boolean;
  /** True once Ctrl-C was pressed. */
  isStopping: () => boolean;
  /** Resolves host names; the system's resolver unless given. */
  lookup?: Lookup;
};

/** Returns the id of the crawl that a command asks for: the same command goes on with the same crawl. */
const crawlIdOf = (plan: CrawlPlan, out: string): string => digest(ID_DIGITS, JSON.stringify(plan), out);

/** Runs the crawl to its end or to Ctrl-C. Returns whether it is over. */
const crawl = async (
  { plan, out, format, isKept, dataDirectory }: CrawlOptions,
  options: CrawlCommandOptions,
): Promise<boolean> => {
  const { write, complain, isTerminal, isStopping, now = systemClock.now } = options;
  const crawlId = crawlIdOf(plan, out);
  const folder = join(dataDirectory, 'crawls', crawlId);
  const bar = createProgressBar(complain, isTerminal, now);
  const opened = await openCrawl(folder, options);
  const { ctx } = opened;
  try {
    const how = { waiting: systemWaiting, onProgress: bar.show, isStopping };
    const isOver = await crawlHere(ctx, crawlId, plan, how);
    bar.end();
    const figures = await ctx.crawls.figures(crawlId);
    if (!isOver) {
      write(
        `Paused: ${donePages(figures)} of ${figures.found} pages found are done. The same command goes on.\n`,
      );
      return false;
    }
    const files = exportFiles(out, format);
    await writeExport(ctx, crawlId, files, format);
    const { completed, errors, disallowed } = figures;
    write(`${completed} pages, ${errors} errors and ${disallowed} disallowed pages are in ${files.pages}\n`);
    write(`Links are in ${files.links}, failed attempts in ${files.errors}\n`);
    if (isKept) write(`The crawl is kept in ${folder}: npm run crawl -- views ${folder}\n`);
  } finally {
    await opened.close();
  }
  if (!isKept) await rm(folder, { recursive: true });
  return true;
};

/** Returns the exit code: 2 for wrong flags, 1 if the crawl fails for another reason, 130 after Ctrl-C. */
export const runCrawl = async (options: CrawlCommandOptions): Promise<number> => {
  const [command, ...named] = options.args;
  if (command === 'views') return runViews(options, named);
  let isOver = true;
  const code = await exitCodeOf('crawl', options, [], async () => {
    const read = readCrawlOptions(options.args, options.variables, options.folder);
    if (read === 'help') {
      options.write(crawlHelp);
      return;
    }
    await checkOut(read.out);
    const allowHosts = parseAllowHosts(readCrawlEnvironment(options.variables).FETCH_ALLOW_HOSTS);
    try {
      const plan = withSeedAddresses(read.plan, allowHosts);
      isOver = await crawl({ ...read, plan }, options);
    } catch (error) {
      if (error instanceof SeedRefusedError)
        throw new ConfigError(`${JSON.stringify(error.url)} is not allowed: ${error.message}`, {
          cause: error,
        });
      throw error;
    }
  });
  return code === 0 && !isOver ? INTERRUPTED : code;
};

const WIDTH = 24;
/** Shortest time between two drawings, in milliseconds. */
const EVERY_MS = 100;

type Progress = { done: number; total: number };

/** Returns the line that shows how far a crawl is. */
const progressLine = ({ done, total }: Progress, rate: number): string => {
  const filled = total === 0 ? 0 : Math.floor((done / total) * WIDTH);
  const bar = '#'.repeat(filled).padEnd(WIDTH, '.');
  return `[${bar}] ${done} of ${total} pages found, ${rate.toFixed(1)} a second`;
};

/** Creates a bar on a terminal, which draws over itself. Elsewhere nothing is drawn. */
const createProgressBar = (write: (text: string) => void, isTerminal: boolean, now: () => Date) => {
  const begun = now().getTime();
  let first: number | null = null;
  let drawn = 0;
  return {
    show: (progress: Progress): void => {
      first ??= progress.done;
      const at = now().getTime();
      if (!isTerminal || at - drawn < EVERY_MS) return;
      drawn = at;
      // A crawl that goes on counts from where it was.
      const rate = (progress.done - first) / Math.max(0.001, (at - begun) / 1000);
      write(`\r\u001B[K${progressLine(progress, rate)}`);
    },
    end: (): void => {
      if (isTerminal && drawn > 0) write('\r\u001B[K');
    },
  };
};

/** The files of a crawl, by what each holds. */
type ExportFiles = Record<ExportOf, string>;

/**
 * Returns where the pages, links and errors of a crawl go: `pages.jsonl` has `links.jsonl` and `errors.jsonl` beside it, any
 * other `site.jsonl` has `site.links.jsonl` and `site.errors.jsonl`.
 */
const exportFiles = (out: string, format: ExportFormat): ExportFiles => {
  const extension = extname(out);
  const name = basename(out, extension);
  const ending = extension === '' ? `.${format}` : extension;
  const beside = (of: string) => join(dirname(out), `${name === 'pages' ? of : `${name}.${of}`}${ending}`);
  return { pages: out, links: beside('links'), errors: beside('errors') };
};

/** Returns the name of a file that is not whole yet. */
const unfinished = (path: string) => `${path}.part`;

/** @throws ConfigError if the files cannot be written, before a long crawl finds out at its end. */
const checkOut = async (out: string): Promise<void> => {
  const refuse = (why: string) =>
    new ConfigError(`--out ${JSON.stringify(out)} is not allowed: ${why}, or choose another`);
  const folder = dirname(out);
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true) throw refuse(`there is no folder ${folder}. Make it first`);
  await writeFile(unfinished(out), '').catch((error: unknown) => {
    throw refuse(`${unfinished(out)} cannot be written: ${fileReasonOf(error) ?? String(error)}. Mend that`);
  });
  await rm(unfinished(out));
};

/** Writes a file part by part. It appears under its name once it is whole. @throws if it cannot be written. */
const writeOne = async (
  ctx: ExportContext,
  crawlId: string,
  { of, format, path }: { of: ExportOf; format: ExportFormat; path: string },
): Promise<void> => {
  const file = await open(unfinished(path), 'w');
  try {
    let cursor: string | undefined;
    do {
      const part = await exportPart(ctx, crawlId, { of, format, cursor });
      await file.write(part.text);
      cursor = part.next_cursor ?? undefined;
    } while (cursor !== undefined);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished(path), path);
};

/** Writes the pages of a crawl, its links and its failed attempts, each to its file. */
const writeExport = async (
  ctx: ExportContext,
  crawlId: string,
  files: ExportFiles,
  format: ExportFormat,
): Promise<void> => {
  for (const part of ['errors', 'links', 'pages'] as const)
    await writeOne(ctx, crawlId, { of: part, format, path: files[part] });
};
