import type { ArticleRow as Row } from '@omomi/backend/contract';
import { type ReactNode, memo } from 'react';
import { MarkedText } from '../../../components/marked-text.tsx';
import { ReasonChips } from '../reasons/reason-chips.tsx';
import {
  Excerpt,
  type RowActions,
  RowFacts,
  type RowMatch,
  RowMarks,
  type RowPlace,
  RowTitle,
  rowFrame,
} from './row-parts.tsx';
import { RowSources } from '../stories/row-sources.tsx';
import { Score } from './score.tsx';

type Props = RowPlace & {
  row: Row;
  /** The places that a search matched. They are shown instead of the beginning of the text. */
  match?: RowMatch | undefined;
  isOpen: boolean;
  now: Date;
  actions: RowActions;
  children?: ReactNode;
};

/** Shows one article of the list, with its text below when it is open. */
export const ArticleRow = memo(({ row, match, isOpen, now, actions, children, ...place }: Props) => (
  <li
    {...rowFrame(`row-list${isOpen ? ' is-open' : ''}${match === undefined ? '' : ' is-found'}`, row, place)}
  >
    {match?.note === undefined ? null : <p className="row-note">{match.note}</p>}
    <div onPointerDown={() => actions.warm(row.article_id)}>
      <Score row={row} isRead={row.is_read && !isOpen} />
      <div className="row-main">
        <div className="row-first">
          <RowTitle row={row} match={match} isOpen={isOpen} actions={actions} />
          {isOpen ? null : (
            <Excerpt text={match?.text.text ?? row.excerpt}>
              {match === undefined ? undefined : <MarkedText {...match.text} />}
            </Excerpt>
          )}
        </div>
        <div className="row-second">
          <RowFacts row={row} now={now} />
          {isOpen ? null : <RowSources story={row.story} />}
          {isOpen ? null : <ReasonChips reasons={row.top_reasons} isRead={row.is_read} />}
        </div>
      </div>
      <RowMarks row={row} actions={actions} />
    </div>
    {isOpen ? children : null}
  </li>
));
ArticleRow.displayName = 'ArticleRow';
