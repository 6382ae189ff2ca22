/** Balances reported by the providers of channels. */
export interface ChannelBalances {
  /** Asks for one channel and stores the answer. Throws an ApiError when the channel or its balance does not exist. */
  update(id: number, signal: AbortSignal): Promise<number>
  /** Asks for every enabled channel whose type reports a balance, and disables empty ones if the options say so. */
  updateAll(signal: AbortSignal): Promise<{ updated: number; failed: number; disabled: number }>
}
