import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EntryStore } from '../../model/article/entry.ts';
import type { LearningStore } from '../../model/learning/learning-store.ts';
import type { NotePassed, NoteSignal } from '../../scoring/note-signal.ts';
import { present } from '../reading/shown-entry.ts';
import { DomainError } from '../../lib/domain-error.ts';

/** Creates the endpoints by which a reader tells what they think of articles. */
export const createOpinionEndpoints = ({
  entries,
  learning,
  noteSignal,
  notePassed,
  now,
}: {
  entries: Pick<EntryStore, 'get'>;
  learning: Pick<LearningStore, 'getSignal'>;
  noteSignal: NoteSignal;
  notePassed: NotePassed;
  now: Clock;
}): HandlersOf<'getOpinion' | 'setOpinion' | 'notePassed'> => {
  const entryOf = async (userId: string, articleId: string) =>
    present(await entries.get(userId, articleId), now().toISOString());
  return {
    getOpinion: async ({ reader: { user_id }, params: { article_id } }) => {
      const signal = await learning.getSignal(await entryOf(user_id, article_id));
      return { opinion: signal?.opinion ?? null };
    },
    setOpinion: async ({ reader: { user_id }, params: { article_id }, body: { opinion } }) => {
      const isNoted = await noteSignal(await entryOf(user_id, article_id), { opinion });
      if (!isNoted)
        throw new DomainError(
          'LEARNING_OFF',
          'Omomi does not learn from what you like, so it would forget this opinion.',
        );
      return { opinion };
    },
    notePassed: async ({ reader: { user_id }, body: { article_ids } }) => {
      await notePassed(user_id, article_ids);
      return undefined;
    },
  };
};
