import type { ApiHandlers, HandlersOf } from '../contract/endpoints/handlers.ts';
import { once } from '../lib/memory.ts';

/**
 * Returns handlers of these endpoints whose code is loaded with the first request for one of them, so that the start of a
 * function does not read it.
 */
export function later<N extends keyof ApiHandlers>(
  names: readonly N[],
  load: () => Promise<HandlersOf<N>>,
): HandlersOf<N>;
export function later(
  names: readonly string[],
  load: () => Promise<Record<string, (request: never) => unknown>>,
): Record<string, unknown> {
  const loaded = once(load);
  return Object.fromEntries(
    names.map((name) => [name, async (request: never) => (await loaded())[name]?.(request)]),
  );
}
