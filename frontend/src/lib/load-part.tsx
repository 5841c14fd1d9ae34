import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { badAnswer, offline } from './api/api-error.ts';
import { entryOf, judgeMissingFile } from './stale.ts';

const storageKey = 'omomi.reloaded-for';

const fetchPage = async (): Promise<string> => {
  const response = await fetch('/', { cache: 'no-store' });
  return response.text();
};

/** The memory of reloads. It throws if session storage is switched off; the page must then not reload by itself. */
const reloadedFor = {
  read: (): string | null => sessionStorage.getItem(storageKey),
  write: (entry: string): void => sessionStorage.setItem(storageKey, entry),
};

/** Reloads the page if a missing file of the application can be had so. @throws the ApiError that tells the remedy if it cannot. */
export const recover = async (): Promise<never> => {
  const verdict = await judgeMissingFile({
    current: entryOf(document.head.innerHTML),
    fetchPage,
    reloadedFor,
  }).catch(() => 'broken' as const);
  if (verdict === 'offline') throw offline();
  if (verdict === 'broken') throw badAnswer(404, 'no file for this part of the page');
  window.location.reload();
  // Never resolve, so that nothing more is rendered until the new page replaces this one.
  return new Promise(() => undefined);
};

const failed = new Set<() => void>();

/** Allows every part that could not be loaded to be requested again. Without this, React remembers the failure. */
export const retryParts = (): void => {
  for (const forget of failed) forget();
  failed.clear();
};

/**
 * Creates a component whose code is loaded when it is first shown. If that fails, it throws an ApiError to the nearest
 * error boundary. If the cause is a deployment, the page reloads once instead.
 */
export const loadPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  const request = (): LazyExoticComponent<ComponentType<P>> =>
    lazy(async () => {
      const component = await load().catch(async () => {
        failed.add(() => {
          current = request();
        });
        return recover();
      });
      return { default: component };
    });
  let current = request();
  return (props: P) => {
    const Part: ComponentType<P> = current;
    return <Part {...props} />;
  };
};
