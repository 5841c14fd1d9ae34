import './layout.css';
import { type PointerEvent, useRef } from 'react';
import { type PaneName, defaultWidths, widthAfter } from './pane-widths.ts';

type Props = {
  name: PaneName;
  label: string;
  /** The width of the pane before it, and the least and greatest that it can have, in pixels. */
  width: number;
  range: { min: number; max: number };
  /** The distance from the left edge of the screen, as a style. */
  at: string;
  onWidth: (width: number) => void;
};

/** The line between two panes, which is dragged, or moved by the arrow keys, to give one of them another width. */
export const Separator = ({ name, label, width, range, at, onWidth }: Props) => {
  const start = useRef<{ x: number; width: number } | null>(null);
  const onMove = ({ clientX }: PointerEvent): void => {
    if (start.current === null) return;
    const wanted = start.current.width + clientX - start.current.x;
    onWidth(Math.round(Math.min(range.max, Math.max(range.min, wanted))));
  };
  const stop = (): void => {
    start.current = null;
  };
  return (
    // oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- ARIA: a separator that has a value and gets the focus is a control.
    <hr
      className="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      tabIndex={0}
      style={{ insetInlineStart: at }}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={onMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={() => onWidth(Math.min(range.max, defaultWidths[name]))}
      onKeyDown={(event) => {
        const next = event.metaKey || event.ctrlKey ? null : widthAfter(event.key, name, width, range);
        if (next === null) return;
        event.preventDefault();
        onWidth(next);
      }}
    />
  );
};
