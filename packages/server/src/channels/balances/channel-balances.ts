/** Balances reported by the providers of channels. */
export interface ChannelBalances {
  /** Reads one channel's balance and stores it. Throws an ApiError if the channel or its balance does not exist. */
  update(id: number, signal: AbortSignal): Promise<number>
  /**
   * Reads the balance of every enabled channel whose type reports one, and disables empty ones if the options say so.
   */
  updateAll(signal: AbortSignal): Promise<{ updated: number; failed: number; disabled: number }>
}
