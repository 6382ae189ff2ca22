export type { Follower, Following } from './following.ts'
export type { Tally } from './tally.ts'
