import { useQueryClient } from '@tanstack/react-query';
import { useDeed } from '../../lib/queries/use-deed.ts';

/**
 * Returns the mutation that changes some settings, which are shown at once. Several changes are sent one after the other, each with
 * those before it, and what is loaded meanwhile does not undo them.
 * @param key - The key of the query whose data have the settings.
 * @param unset - The settings of a reader who has none; null if these cannot be changed.
 */
export const useSetAtOnce = <Settings extends object>(
  key: readonly string[],
  unset: Settings | null,
  send: (settings: Settings) => Promise<unknown>,
) => {
  const client = useQueryClient();
  type Shown = { settings: Settings | null };
  const shown = (): Settings | null => client.getQueryData<Shown>(key)?.settings ?? unset;
  return useDeed<unknown, Partial<Settings>>({
    scope: { id: key.join(' ') },
    mutationKey: key,
    mutationFn: async () => {
      const settings = shown();
      return settings === null ? null : send(settings);
    },
    onMutate: (changes) => {
      void client.cancelQueries({ queryKey: key }, { revert: false });
      const before = shown();
      if (before === null) return;
      const settings = { ...before, ...changes };
      client.setQueryData<Shown>(key, (known) => known && { ...known, settings });
    },
    onSettled: () =>
      client.isMutating({ mutationKey: key }) > 1 ? undefined : client.invalidateQueries({ queryKey: key }),
  });
};
