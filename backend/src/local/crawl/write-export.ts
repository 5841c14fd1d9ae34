import { open, rename, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { ConfigError } from '../../config/env.ts';
import {
  exportPart,
  type ExportContext,
  type ExportFormat,
  type ExportOf,
} from '../../crawl/views/export-crawl.ts';

/** The files of a crawl, by what each holds. */
export type ExportFiles = Record<ExportOf, string>;

/**
 * Returns where the pages, links and errors of a crawl go: `pages.jsonl` has `links.jsonl` and `errors.jsonl` beside it, any
 * other `site.jsonl` has `site.links.jsonl` and `site.errors.jsonl`.
 */
export const exportFiles = (out: string, format: ExportFormat): ExportFiles => {
  const extension = extname(out);
  const name = basename(out, extension);
  const ending = extension === '' ? `.${format}` : extension;
  const beside = (of: string) => join(dirname(out), `${name === 'pages' ? of : `${name}.${of}`}${ending}`);
  return { pages: out, links: beside('links'), errors: beside('errors') };
};

/** @throws ConfigError if the folder of the files is missing, before a long crawl finds out at its end. */
export const checkOutFolder = async (out: string): Promise<void> => {
  const folder = dirname(out);
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true)
    throw new ConfigError(
      `--out ${JSON.stringify(out)} is not allowed: there is no folder ${folder}. Make it first, or choose another`,
    );
};

/** Writes a file part by part. It appears under its name once it is whole. @throws if it cannot be written. */
const writeOne = async (
  ctx: ExportContext,
  crawlId: string,
  { of, format, path }: { of: ExportOf; format: ExportFormat; path: string },
): Promise<void> => {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w');
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
  await rename(unfinished, path);
};

/** Writes the pages of a crawl, its links and its failed attempts, each to its file. */
export const writeExport = async (
  ctx: ExportContext,
  crawlId: string,
  files: ExportFiles,
  format: ExportFormat,
): Promise<void> => {
  for (const part of ['errors', 'links', 'pages'] as const)
    await writeOne(ctx, crawlId, { of: part, format, path: files[part] });
};
