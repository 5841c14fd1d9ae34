import type { ArticleRow as Row } from '@omomi/backend/contract';
import { memo } from 'react';
import { ReasonChips } from '../reasons/reason-chips.tsx';
import {
  Excerpt,
  type RowActions,
  RowFacts,
  RowMarks,
  type RowPlace,
  RowTitle,
  rowFrame,
} from './row-parts.tsx';
import { RowSources } from '../stories/row-sources.tsx';
import { RowPicture, useRowPicture } from './row-picture.tsx';
import { Score } from './score.tsx';

type Props = RowPlace & { row: Row; now: Date; actions: RowActions };

/** Shows a closed article as a card. */
export const ArticleCard = memo(({ row, now, actions, ...place }: Props) => {
  const picture = useRowPicture(row);
  return (
    <li {...rowFrame('row-card', row, place)} onPointerDown={() => actions.warm(row.article_id)}>
      {picture === null ? null : <RowPicture src={picture} row={row} ratio="16 / 9" />}
      <div className="row-card-head">
        <Score row={row} isRead={row.is_read} />
        <RowMarks row={row} actions={actions} />
      </div>
      <RowTitle row={row} actions={actions} />
      <RowFacts row={row} now={now} />
      <Excerpt text={row.excerpt} />
      <RowSources story={row.story} />
      <div className="row-card-reasons">
        <ReasonChips reasons={row.top_reasons} isRead={row.is_read} />
      </div>
    </li>
  );
});
ArticleCard.displayName = 'ArticleCard';
