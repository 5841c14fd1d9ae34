import '../../../components/bones.css';
import type { ListLook } from '../../../lib/preferences/choices.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';

type Props = { rows?: number; label?: string; look?: ListLook };

const Line = () => (
  <div className="bones-line">
    <div className="bone" style={{ width: '1.5rem', height: '0.75rem' }} />
    <div className="bone" style={{ flex: 1, height: '0.75rem' }} />
    <div className="bone" style={{ width: '4rem', height: '0.75rem' }} />
  </div>
);

const Row = ({ index }: { index: number }) => (
  <div className="bones-row">
    <div />
    <div>
      <div className="bone" style={{ width: `${88 - ((index * 17) % 40)}%`, height: '1.1rem' }} />
      <div className="bone" style={{ width: '92%', height: '0.875rem' }} />
      <div className="bone" style={{ width: '30%', height: '0.75rem' }} />
    </div>
  </div>
);

/** Shows placeholder rows as high as real ones, so that nothing moves when the articles arrive: three lines for each row. */
export const ListSkeleton = ({ rows = 10, label, look = 'list' }: Props) => {
  const { t } = useI18n();
  const isCompact = look === 'compact';
  return (
    <output className="bones" aria-label={label ?? t.common.loading}>
      {Array.from({ length: isCompact ? 3 * rows : rows }, (_, index) =>
        isCompact ? <Line key={index} /> : <Row key={index} index={index} />,
      )}
    </output>
  );
};
