import {
  type QueryKey,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useNotify } from '../notify.ts';

type Deed<Answer, Input> = UseMutationOptions<Answer, Error, Input> & {
  /** The queries that are loaded again at the end, also of a deed that failed. */
  reload?: readonly QueryKey[];
};

/** Returns a mutation that the reader asked for: a notice tells its error, and what it changed is loaded again. */
export const useDeed = <Answer, Input = void>({
  reload = [],
  ...deed
}: Deed<Answer, Input>): UseMutationResult<Answer, Error, Input> => {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    onError: (error) => notify.error(error),
    onSettled: () => Promise.all(reload.map((queryKey) => client.invalidateQueries({ queryKey }))),
    ...deed,
  });
};
