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
} from '../list/row-parts.tsx';
import { RowSources } from './row-sources.tsx';
import { RowPicture, useRowPicture } from '../list/row-picture.tsx';
import { Score } from '../list/score.tsx';

/** The size of a story: the first is the lead, the next two are second, the rest are brief. */
type StorySize = 'lead' | 'second' | 'brief';

export const storySizeOf = (index: number): StorySize =>
  index === 0 ? 'lead' : index <= 2 ? 'second' : 'brief';

/** The number of columns of each size, out of twelve. */
export const storySpans = { lead: 12, second: 6, brief: 4 } as const satisfies Record<StorySize, number>;

type Props = RowPlace & { row: Row; size: StorySize; now: Date; actions: RowActions };

/** The shape of the picture of each size; one of a brief story is beside its headline. */
const shapes = { lead: '16 / 9', second: '2 / 1', brief: '4 / 3' } as const;

/**
 * Shows a closed article as a story of a front page. The earlier in the list, the larger its headline and picture: beside
 * the lead story, above the second ones, small beside the headline of the brief ones.
 */
export const ArticleStory = memo(({ row, size, now, actions, ...place }: Props) => {
  const source = useRowPicture(row, size === 'brief' ? 640 : 1280);
  const isBrief = size === 'brief';
  const picture = source === null ? null : <RowPicture src={source} row={row} ratio={shapes[size]} />;
  return (
    <li
      {...rowFrame('row-story', row, place)}
      data-size={size}
      onPointerDown={() => actions.warm(row.article_id)}
    >
      {isBrief ? null : picture}
      <div className="row-story-text">
        <div className="row-story-head">
          <RowTitle row={row} actions={actions} />
          {isBrief ? picture : null}
        </div>
        <RowFacts row={row} now={now} />
        <Excerpt text={row.excerpt} />
        <RowSources story={row.story} />
        <div className="row-story-foot">
          <Score row={row} isRead={row.is_read} />
          <div className="row-story-reasons">
            <ReasonChips
              reasons={isBrief ? row.top_reasons.slice(0, 1) : row.top_reasons}
              isRead={row.is_read}
            />
          </div>
          <RowMarks row={row} actions={actions} />
        </div>
      </div>
    </li>
  );
});
ArticleStory.displayName = 'ArticleStory';
