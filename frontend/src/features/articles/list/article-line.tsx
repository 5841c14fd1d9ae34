import type { ArticleRow as Row } from '@omomi/backend/contract';
import { memo } from 'react';
import { languageOf } from '../../../lib/format.ts';
import { Age, type RowActions, RowMarks, type RowPlace, RowTitle, rowFrame } from './row-parts.tsx';
import { ScoreNumber } from './score.tsx';

type Props = RowPlace & { row: Row; now: Date; actions: RowActions };

/**
 * Shows a closed article in one line: importance, feed, title, beginning of the text, age. A narrow list leaves feed and text
 * out, so that the title has the width.
 */
export const ArticleLine = memo(({ row, now, actions, ...place }: Props) => (
  <li {...rowFrame('row-line', row, place)} onPointerDown={() => actions.warm(row.article_id)}>
    <ScoreNumber row={row} isRead={row.is_read} />
    <div className="row-line-feed cut" lang={languageOf(row.feed_title)}>
      {row.feed_title}
    </div>
    <div className="row-line-main">
      <RowTitle row={row} actions={actions} />
      <div className="row-line-text cut" lang={languageOf(row.excerpt)}>
        {row.excerpt}
      </div>
    </div>
    <span className="row-line-age">
      <Age row={row} now={now} />
    </span>
    <RowMarks row={row} actions={actions} />
  </li>
));
ArticleLine.displayName = 'ArticleLine';
