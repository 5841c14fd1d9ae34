import type {
  ChannelProblem,
  MailProblem,
  MorningSettings,
  NewChannel,
  NotificationSettings,
} from '../../contract/index.ts';

/** A channel with its secrets, and how its last message went. */
export type StoredChannel = NewChannel & {
  channel_id: string;
  created_at: string;
  last_sent_at: string | null;
  problem: ChannelProblem | null;
};

/** A story that was notified: the article that stood for it, and the story as it was known then. */
export type Told = { article_id: string; story_id: string; at: string };

/** The morning edition. */
export type StoredMorning = {
  settings: MorningSettings | null;
  address: string | null;
  is_confirmed: boolean;
  /** Stands in each mail to the address; whoever has it may confirm the address and stop the mails. */
  code: string;
  /** The times of the last day at which an address was asked to confirm itself. */
  asked: string[];
  /** The last day, in the reader's time zone, whose edition was sent, kept or claimed, or that had none; null before the first. */
  done_day: string | null;
  /** The ids of the editions that are kept, by their days in the reader's time zone. */
  kept: Readonly<Record<string, string>>;
  last_sent_at: string | null;
  problem: MailProblem | null;
  /** Mails in a row that no server took, and the time before which there is no other; null after one was taken. */
  failures: number;
  rests_until: string | null;
};

/** A reader who has settings of notifications, a channel, or the morning edition. */
export type Notified = {
  user_id: string;
  settings: NotificationSettings | null;
  /** Articles that arrived before this time are not notified. */
  since: string;
  channels: StoredChannel[];
  /** The stories of the last three days, oldest first. */
  told: Told[];
  /** Signs what the buttons of notifications may do. */
  secret: string;
  /** Runs in a row in which no channel took a message, and the time before which there is no other; null after one did. */
  failures: number;
  rests_until: string | null;
  morning: StoredMorning | null;
  /** Raised by one with every write. */
  revision: number;
};

export type NotifiedStore = {
  /** Returns the user_ids of all readers with an item. */
  list: () => Promise<string[]>;
  get: (userId: string) => Promise<Notified | null>;
  /**
   * Writes the item as the next revision; `notified.revision` is the one that it was made from, 0 if there was none. Returns
   * false if the item is no longer of that revision. `writeId` tells a repeated write of the same process from another one.
   */
  put: (notified: Notified, writeId: string) => Promise<boolean>;
  delete: (userId: string) => Promise<void>;
};
