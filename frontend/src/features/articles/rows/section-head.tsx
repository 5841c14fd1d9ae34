import { useI18n } from '../../../lib/i18n/language.tsx';
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
export const SectionHead = ({ section: { name, count }, isWhole, line, measure }: Props) => {
  const { t } = useI18n();
  return (
    <li className="section-head" ref={measure} data-index={line} data-testid="section-head">
      <h2>{name}</h2>
      <span>
        {t.numbers.whole(count)}
        {isWhole ? '' : '+'}
      </span>
    </li>
  );
};
