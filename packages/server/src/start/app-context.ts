import type { SiteContext } from '../site/context.ts'

/** All services of a running server. Tests build theirs from literals. */
export type AppContext = SiteContext

/** Services built before those that call upstreams by themselves. */
export type Services = Omit<AppContext, 'jobs' | 'channelTests' | 'channelBalances'>
