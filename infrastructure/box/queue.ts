import { randomUUID } from 'node:crypto';

/** A message as a sender gives it. */
export type Sent = {
  body: string;
  delaySeconds?: number | undefined;
  /** The trace header of the request that sent it, which SQS keeps as `AWSTraceHeader`. */
  trace?: string | undefined;
};

/** A message as its queue keeps it. Times are in milliseconds. */
export type Kept = Sent & {
  id: string;
  sentAt: number;
  visibleAt: number;
  receives: number;
  /** The handle of the last delivery, until the message is visible again or deleted. */
  receipt: string | null;
};

export type QueueOptions = {
  name: string;
  /** Seconds for which a received message is hidden. */
  visibilitySeconds: number;
  retentionSeconds: number;
  /** The queue for messages that were received `maxReceives` times. */
  redrive?: { to: Queue; maxReceives: number } | undefined;
  now: () => number;
};

/**
 * Creates a queue in memory that behaves as SQS documents: a received message is hidden for a time and counted; one that
 * would be received too often goes to the dead letters instead.
 */
export const createQueue = ({ now, ...options }: QueueOptions) => {
  let messages: Kept[] = [];

  const isInFlight = ({ receipt, visibleAt }: Kept): boolean => receipt !== null && visibleAt > now();
  const forgetExpired = () => {
    messages = messages.filter(({ sentAt }) => now() - sentAt < options.retentionSeconds * 1000);
  };

  /** Keeps a message and returns its id. */
  const send = (sent: Sent): string => {
    const id = randomUUID();
    const visibleAt = now() + (sent.delaySeconds ?? 0) * 1000;
    messages.push({ ...sent, id, sentAt: now(), visibleAt, receives: 0, receipt: null });
    return id;
  };

  /** Takes in messages of another queue as they are; SQS begins to count their deliveries anew. */
  const takeIn = (moved: readonly Kept[]): void => {
    messages.push(...moved.map((each) => ({ ...each, visibleAt: now(), receives: 0, receipt: null })));
  };

  const remove = (gone: ReadonlySet<Kept>): void => {
    messages = messages.filter((message) => !gone.has(message));
  };

  /** Moves what was received as often as is allowed to the dead letters. */
  const moveDead = (): void => {
    const { redrive } = options;
    if (redrive === undefined) return;
    const dead = messages.filter(
      (message) => message.visibleAt <= now() && message.receives >= redrive.maxReceives,
    );
    redrive.to.takeIn(dead);
    remove(new Set(dead));
  };

  /** Returns at most `most` messages that are visible, and hides them. */
  const receive = (most: number, visibilitySeconds = options.visibilitySeconds): Kept[] => {
    forgetExpired();
    moveDead();
    const taken = messages.filter(({ visibleAt }) => visibleAt <= now()).slice(0, most);
    for (const message of taken) {
      message.receives += 1;
      message.receipt = randomUUID();
      message.visibleAt = now() + visibilitySeconds * 1000;
    }
    return taken.map((message) => ({ ...message }));
  };

  const held = (receipt: string): Kept | undefined => messages.find((message) => message.receipt === receipt);

  return {
    ...options,
    send,
    receive,
    takeIn,
    /** Deletes a received message; returns false for a handle that is not that of its last delivery. */
    delete: (receipt: string): boolean => {
      const message = held(receipt);
      if (message !== undefined) remove(new Set([message]));
      return message !== undefined;
    },
    /** Hides a received message from now on for this long; 0 shows it at once. */
    changeVisibility: (receipt: string, seconds: number): boolean => {
      const message = held(receipt);
      if (message === undefined || !isInFlight(message)) return false;
      message.visibleAt = now() + seconds * 1000;
      return true;
    },
    /** Removes and returns all messages, hidden ones too. */
    drain: (): Kept[] => {
      const all = messages;
      messages = [];
      return all;
    },
    counts: () => {
      forgetExpired();
      moveDead();
      const inFlight = messages.filter(isInFlight).length;
      const visible = messages.filter(({ visibleAt }) => visibleAt <= now()).length;
      return { visible, inFlight, delayed: messages.length - inFlight - visible };
    },
  };
};

export type Queue = Omit<QueueOptions, 'now'> & {
  send: (sent: Sent) => string;
  receive: (most: number, visibilitySeconds?: number) => Kept[];
  takeIn: (moved: readonly Kept[]) => void;
  delete: (receipt: string) => boolean;
  changeVisibility: (receipt: string, seconds: number) => boolean;
  drain: () => Kept[];
  counts: () => { visible: number; inFlight: number; delayed: number };
};
