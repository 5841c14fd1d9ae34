import type { Log } from '../config/log.ts';

const plain = (_key: string, value: unknown): unknown =>
  value instanceof Error
    ? { name: value.name, message: value.message, stack: value.stack, cause: value.cause }
    : value;

/** One JSON object a line, as the functions log in the cloud. */
export const createLog = (write: (line: string) => void, now: () => Date): Log => {
  const at = (level: string) => (message: string, fields: Record<string, unknown>) =>
    write(`${JSON.stringify({ level, timestamp: now().toISOString(), message, ...fields }, plain)}\n`);
  return { info: at('INFO'), warn: at('WARN'), error: at('ERROR') };
};
