/** What each limit of a channel counts, over how many milliseconds; 0: now. */
const COUNTED = {
  concurrency_limit: { counts: 'running', windowMs: 0 },
  rpm_limit: { counts: 'calls', windowMs: 60_000 },
  tpm_limit: { counts: 'tokens', windowMs: 60_000 },
} as const

export type ChannelLimit = keyof typeof COUNTED

// Object.keys loses the table's key type.
export const CHANNEL_LIMITS = Object.keys(COUNTED) as ChannelLimit[]

/** Whether a channel has any limit. A loop, because every call asks. */
export function hasLimits(setting: Readonly<Record<ChannelLimit, number>>): boolean {
  for (const name of CHANNEL_LIMITS) if (setting[name] > 0) return true
  return false
}

/** Returns the limits that a channel's `setting` has. */
export const limitsIn = (setting: Readonly<Record<ChannelLimit, number>>) =>
  CHANNEL_LIMITS.filter(name => setting[name] > 0).map(name => ({ name, limit: setting[name], ...COUNTED[name] }))
