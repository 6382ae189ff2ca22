/** What the providers of channels say is left. */
export interface ChannelBalances {
  /** Asks for one channel, and keeps the answer. Throws an ApiError when there is no such channel, or no balance of it. */
  update(id: number, signal: AbortSignal): Promise<number>
  /** Asks for every enabled channel whose type tells a balance, and disables those without, where the options want it. */
  updateAll(signal: AbortSignal): Promise<{ updated: number; failed: number; disabled: number }>
}
