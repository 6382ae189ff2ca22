/** Sends short messages to the other nodes that share the database. A message may be lost, but is never changed. */
export interface Bus {
  /** Never throws and never waits. `payload` is JSON of at most a few hundred bytes. */
  publish(subject: string, payload: unknown): void
  /** Called for messages of other nodes only. */
  on(subject: string, listener: (payload: unknown) => void): void
  /** Called when messages may have been lost, so anything may have changed. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

/** The bus of a node that runs alone. */
export const noBus: Bus = {
  publish: () => undefined,
  on: () => undefined,
  onGap: () => undefined,
  close: async () => undefined,
}
