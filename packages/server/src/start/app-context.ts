import type { SiteContext } from '../site/context.ts'

/** All services of a running server. Tests build theirs from literals. */
export type AppContext = SiteContext

/** Those that stand before what asks upstreams by itself. */
export type Services = Omit<AppContext, 'jobs' | 'system' | 'channelTests' | 'channelBalances'>
