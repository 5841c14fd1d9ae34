import { chakra } from '@chakra-ui/react';
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
    <chakra.hr
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      tabIndex={0}
      hideBelow="md"
      position="fixed"
      top="0"
      bottom="0"
      w="9px"
      h="auto"
      border="none"
      bg="transparent"
      ms="-5px"
      zIndex="12"
      cursor="col-resize"
      touchAction="none"
      style={{ insetInlineStart: at }}
      _before={{
        content: '""',
        position: 'absolute',
        insetBlock: '0',
        insetStart: '4px',
        w: '1px',
        bg: 'transparent',
      }}
      _hover={{ _before: { bg: 'shu.solid' } }}
      _focusVisible={{ outlineOffset: '-2px' }}
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
