import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { recover } from './api/missing-file.ts';
import { loadLaterTexts } from './i18n/language.tsx';

const failed = new Set<() => void>();

/** Allows every part that could not be loaded to be requested again. Without this, React remembers the failure. */
export const retryParts = (): void => {
  for (const forget of failed) forget();
  failed.clear();
};

/**
 * Creates a component whose code and texts are loaded when it is first shown. If that fails, it throws an ApiError to the nearest
 * error boundary. If the cause is a deployment, the page reloads once instead.
 */
export const loadPart = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  const request = (): LazyExoticComponent<ComponentType<P>> =>
    lazy(async () => {
      const [component] = await Promise.all([load(), loadLaterTexts()]).catch(async () => {
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
