/** The part of a subscription at a hub (WebSub) that the feed holds. It is short, because every fetch writes the feed. */
export type Push = {
  /** The secret part of the address at which the hub calls. */
  id: string;
  /** A digest of the hub, the topic and the address of this service. If it differs, the subscription is replaced. */
  of: string;
  /** The end of the lease that the hub confirmed; null if none holds. */
  until: string | null;
  /** From this time on a fetch asks the hub for a lease. */
  ask_at: string;
};

/** A subscription at a hub, found by the secret part of its address. It deletes itself some time after it was last asked for. */
export type HubSubscription = {
  id: string;
  feed_id: string;
  hub_url: string;
  topic_url: string;
  /** The key of the hub's signatures. */
  secret: string;
  /** The last request to the hub; null before the first one. */
  asked: { mode: 'subscribe' | 'unsubscribe'; at: string } | null;
  /** How often the hub was asked in a row without confirming. */
  tries: number;
  /** True if the hub has signed with better than SHA-1, so that it is not believed with less. */
  signs_better: boolean;
};

export type HubStore = {
  get: (id: string) => Promise<HubSubscription | null>;
  create: (subscription: HubSubscription, now: Date) => Promise<void>;
  /** Changes these attributes of a subscription, unless it is gone, and keeps it for as long as a new one from now. */
  update: (id: string, changes: Partial<Omit<HubSubscription, 'id'>>, now: Date) => Promise<void>;
};
