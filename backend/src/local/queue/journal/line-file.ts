import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A text file that grows by whole lines. Its functions must not run at the same time. */
export type LineFile = {
  /** Appends all lines or none. Throws the error of the file system. */
  append: (lines: readonly string[]) => Promise<void>;
  /** Replaces the whole file. On any error the old file stays as it was. */
  replace: (lines: readonly string[]) => Promise<void>;
  lineCount: () => number;
  close: () => Promise<void>;
};

/** Returns the complete, non-empty lines of a file; none if the file does not exist. */
const readLines = async (path: string): Promise<string[]> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  // Text after the last line end comes from a write that a crash interrupted, so no caller was told that it is stored.
  const complete = text.split('\n').slice(0, -1);
  return complete.filter((line) => line !== '');
};

const syncDirectory = async (path: string): Promise<void> => {
  // Windows cannot open a directory, so there the rename alone has to be durable enough.
  const directory = await open(path, 'r').catch(() => null);
  await directory?.sync().catch(() => {});
  await directory?.close();
};

/** Replaces the file at `path` by one with these lines and returns its handle. On any error the old file stays. */
const replaceFile = async (path: string, lines: readonly string[]): Promise<FileHandle> => {
  const next = `${path}.next`;
  await rm(next, { force: true });
  const file = await open(next, 'a', 0o600);
  try {
    await file.appendFile(lines.map((line) => `${line}\n`).join(''));
    await file.sync();
    await rename(next, path);
  } catch (error) {
    await file.close();
    await rm(next, { force: true }).catch(() => {});
    throw error;
  }
  await syncDirectory(dirname(path));
  return file;
};

/** Opens the file and returns it with the lines that it has. Creates the file and its folder if they are missing. */
export const openLineFile = async (path: string): Promise<{ file: LineFile; lines: string[] }> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const existing = await readLines(path);
  let handle = await open(path, 'a', 0o600);
  let lineCount = existing.length;
  // The file may end with part of a line, after a crash or a failed write. The next append then starts with a line end.
  let mayEndInPart = true;

  const append = async (lines: readonly string[]): Promise<void> => {
    if (lines.length === 0) return;
    const { size } = await handle.stat();
    try {
      await handle.appendFile(`${mayEndInPart ? '\n' : ''}${lines.join('\n')}\n`);
    } catch (error) {
      // The caller is told that nothing was stored, so the part that was written is removed.
      const isRemoved = await handle.truncate(size).then(
        () => true,
        () => false,
      );
      mayEndInPart ||= !isRemoved;
      throw error;
    }
    mayEndInPart = false;
    lineCount += lines.length;
  };

  const replace = async (lines: readonly string[]): Promise<void> => {
    const old = handle;
    handle = await replaceFile(path, lines);
    mayEndInPart = false;
    lineCount = lines.length;
    await old.close();
  };

  return {
    lines: existing,
    file: { append, replace, lineCount: () => lineCount, close: () => handle.close() },
  };
};
