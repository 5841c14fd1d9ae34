import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Whether this system tells which process listens where. */
export const tellsListening = existsSync('/proc/net/tcp');

const LISTEN = '0A';

/** The TCP ports that a process listens on, in IPv4 and IPv6. */
export const listeningPorts = (pid: number): number[] => {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${pid}/net/${name}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTEN && sockets.has(inode ?? ''))
      .map(([, address = '']) => Number.parseInt(address.split(':').at(-1) ?? '', 16)),
  );
};
