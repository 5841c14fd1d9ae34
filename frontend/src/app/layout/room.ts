import { createContext, useContext, useLayoutEffect } from 'react';

const RoomContext = createContext<(wantsAll: boolean) => void>(() => undefined);

export const RoomProvider = RoomContext.Provider;

/** Gives the page the room of the article pane too, as long as it is shown and `wantsAll` is true. */
export const useWholeRoom = (wantsAll: boolean): void => {
  const setWantsAll = useContext(RoomContext);
  // Before the first paint, so that the pane never flashes.
  useLayoutEffect(() => {
    setWantsAll(wantsAll);
    return () => setWantsAll(false);
  }, [wantsAll, setWantsAll]);
};
