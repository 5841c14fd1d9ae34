import type { ReactNode } from 'react';

type Props = {
  text: string;
  /** The places to mark, as offsets in UTF-16 units: in order, apart from each other, the end excluded. */
  ranges: readonly (readonly [start: number, end: number])[];
};

/** Shows a text with some places marked. All of it is text: nothing in it is ever read as HTML. */
export const MarkedText = ({ text, ranges }: Props) => {
  const parts: ReactNode[] = [];
  let shown = 0;
  for (const [start, end] of ranges) {
    if (start < shown || end <= start) continue;
    parts.push(text.slice(shown, start), <mark key={start}>{text.slice(start, end)}</mark>);
    shown = end;
  }
  return (
    <>
      {parts}
      {text.slice(shown)}
    </>
  );
};
