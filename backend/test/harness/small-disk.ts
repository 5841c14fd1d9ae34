import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk in memory that a test may fill. */
export type SmallDisk = {
  path: string;
  /** Leaves so many bytes, by default none. */
  fill: (spare?: number) => void;
  /** Takes back what `fill` took. */
  free: () => void;
  remove: () => void;
};

const PAGE = 4096;

const asRoot = (command: string, ...args: string[]): void => {
  const [name, ...rest] = process.getuid?.() === 0 ? [command, ...args] : ['sudo', '-n', command, ...args];
  execFileSync(name, rest, { stdio: 'pipe' });
};

/** Writes a file; returns false if there is no room for it, because another process wrote since the room was measured. */
const wrote = (path: string, bytes: Buffer): boolean => {
  try {
    writeFileSync(path, bytes);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
};

/** Mounts a tmpfs, which takes root or a sudo that asks for no password. */
export const mountSmallDisk = (megabytes: number): SmallDisk => {
  const path = mkdtempSync(join(tmpdir(), 'omomi-disk-'));
  const owner = `uid=${process.getuid?.() ?? 0},mode=0700`;
  try {
    asRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,${owner}`, 'tmpfs', path);
  } catch (error) {
    rmdirSync(path);
    throw error;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: (spare = 0) => {
      for (let isFilled = false; !isFilled;) {
        rmSync(ballast, { force: true });
        const { bavail, bsize } = statfsSync(path);
        const bytes = bavail * bsize - spare;
        isFilled = wrote(ballast, Buffer.alloc(Math.max(0, Math.floor(bytes / PAGE) * PAGE)));
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => {
      // Lazily, so that a test that failed with files open still gives it back.
      asRoot('umount', '-l', path);
      rmdirSync(path);
    },
  };
};

const whyNoDisk = (): string | null => {
  try {
    mountSmallDisk(1).remove();
    return null;
  } catch {
    return 'no tmpfs can be mounted: neither root nor a sudo without a password';
  }
};

const why = whyNoDisk();

export const hasNoSmallDisk = why !== null;
/** Ends the name of a suite that needs a small disk: why it is skipped, nothing where it runs. */
export const smallDiskNote = why === null ? '' : ` (skipped: ${why})`;
