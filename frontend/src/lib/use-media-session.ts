import { useEffect, useEffectEvent } from 'react';

type Session<Action> = {
  title: string;
  artist?: string;
  /** The actions that are offered. They stay the same. */
  actions: readonly Action[];
  onAction: (action: Action) => void;
};

/** Names on a locked screen what is played, and lets that screen and the keys of a headset rule it, where the browser can. */
export const useMediaSession = <Action extends MediaSessionAction>({
  title,
  artist = '',
  actions,
  onAction,
}: Session<Action>): void => {
  const act = useEffectEvent(onAction);
  useEffect(() => {
    const session: MediaSession | undefined = navigator.mediaSession;
    if (session === undefined) return undefined;
    for (const action of actions) session.setActionHandler(action, () => act(action));
    return () => {
      for (const action of actions) session.setActionHandler(action, null);
    };
  }, [actions]);
  useEffect(() => {
    const session: MediaSession | undefined = navigator.mediaSession;
    if (session === undefined) return undefined;
    session.metadata = new MediaMetadata({ title, artist });
    return () => {
      session.metadata = null;
    };
  }, [title, artist]);
};
