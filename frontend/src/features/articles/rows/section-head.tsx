import { wholeNumber } from '../../../lib/i18n/counted.ts';
import type { Section } from './sections.ts';

type Props = {
  section: Section;
  /** False if rows of the section may not be loaded yet. */
  isWhole: boolean;
  /** The number of its line. */
  line: number;
  measure: (element: Element | null) => void;
};

/** Shows the name of a section and the number of its articles. It stays in view while its rows are read. */
export const SectionHead = ({ section: { name, count }, isWhole, line, measure }: Props) => (
  <li className="section-head" ref={measure} data-index={line} data-testid="section-head">
    <h2>{name}</h2>
    <span>
      {wholeNumber(count)}
      {isWhole ? '' : '+'}
    </span>
  </li>
);
