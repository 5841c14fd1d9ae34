import { type RefObject, useLayoutEffect } from 'react';

type Stop = HTMLElement;

const stopsOf = (group: HTMLElement): Stop[] =>
  Array.from(group.querySelectorAll<HTMLElement>('[data-stop]')).filter((stop) => !stop.matches(':disabled'));

/** Makes one of the stops the only Tab stop of the group: `wanted`, or the one that was, or the current page's, or the first. */
const setTabStop = (group: HTMLElement, wanted: Element | null): void => {
  const stops = stopsOf(group);
  const chosen =
    stops.find((stop) => stop === wanted) ??
    stops.find((stop) => stop.getAttribute('tabindex') === '0') ??
    stops.find((stop) => stop.hasAttribute('aria-current')) ??
    stops[0];
  for (const stop of stops) {
    const index = stop === chosen ? '0' : '-1';
    if (stop.getAttribute('tabindex') !== index) stop.setAttribute('tabindex', index);
  }
};

const steps = {
  vertical: { ArrowDown: 1, ArrowUp: -1 },
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
} as const;

/** Returns the stop to which a key leads; undefined if the key has no meaning here. */
const stopFor = (
  key: string,
  stops: readonly Stop[],
  at: number,
  orientation: keyof typeof steps,
): Stop | undefined => {
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  const by = new Map<string, number>(Object.entries(steps[orientation])).get(key);
  return by === undefined ? undefined : stops[Math.min(stops.length - 1, Math.max(0, at + by))];
};

/** Returns what stands beside a stop in its line, such as its menu button, or the stop beside that button. */
const besides = (key: string, from: Element): HTMLElement | null => {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null;
  return (
    from
      .closest('[data-line]')
      ?.querySelector<HTMLElement>(key === 'ArrowRight' ? '[data-aside]' : '[data-stop]') ?? null
  );
};

/**
 * Makes a group of controls one Tab stop, in which arrows, Home and End move the focus. The controls are the elements
 * with `data-stop`; in a vertical group, the right arrow leads to the one with `data-aside` in the same `data-line`.
 */
export const useRoving = (
  ref: RefObject<HTMLElement | null>,
  orientation: keyof typeof steps = 'vertical',
): void => {
  useLayoutEffect(() => {
    const group = ref.current;
    if (group === null) return undefined;
    const settle = (): void => setTabStop(group, document.activeElement);
    const onKeyDown = (event: KeyboardEvent): void => {
      const from = event.target;
      if (event.ctrlKey || event.metaKey || event.altKey || !(from instanceof Element)) return;
      const stops = stopsOf(group);
      const line = from.closest('[data-line]');
      const at = stops.findIndex((stop) => stop === from || (line !== null && line.contains(stop)));
      if (at === -1) return;
      const target =
        stopFor(event.key, stops, at, orientation) ??
        (orientation === 'vertical' ? besides(event.key, from) : null);
      if (target === null) return;
      event.preventDefault();
      target.focus();
    };
    settle();
    const observer = new MutationObserver(settle);
    observer.observe(group, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    group.addEventListener('focusin', settle);
    group.addEventListener('keydown', onKeyDown);
    return () => {
      observer.disconnect();
      group.removeEventListener('focusin', settle);
      group.removeEventListener('keydown', onKeyDown);
    };
  }, [ref, orientation]);
};
