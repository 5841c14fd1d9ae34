import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

/** A line that is held over another: the keys of both, and the height of the pointer over the second, in pixels. */
export type Held = { dragged: string; over: string; y: number; height: number };

export type DragEvents = {
  onOver: (held: Held) => void;
  onDrop: (held: Held) => void;
  /** The line is held over this one no longer. */
  onEnd: () => void;
};

/** Makes a line of the sidebar something to drag, and to drop on. Returns the function that ends it. */
export const attachLine = (element: HTMLElement, key: string, events: DragEvents): (() => void) => {
  const tell = (run: (held: Held) => void, dragged: unknown, clientY: number): void => {
    const { top, height } = element.getBoundingClientRect();
    if (typeof dragged === 'string') run({ dragged, over: key, y: clientY - top, height });
  };
  return combine(
    draggable({
      element,
      getInitialData: () => ({ key }),
      onDragStart: () => element.setAttribute('data-dragged', ''),
      onDrop: () => element.removeAttribute('data-dragged'),
    }),
    dropTargetForElements({
      element,
      onDrag: ({ source, location }) =>
        tell(events.onOver, source.data['key'], location.current.input.clientY),
      onDragLeave: () => events.onEnd(),
      onDrop: ({ source, location }) =>
        tell(events.onDrop, source.data['key'], location.current.input.clientY),
    }),
  );
};
