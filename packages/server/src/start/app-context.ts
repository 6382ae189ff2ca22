import type { SiteContext } from '../site/context.ts'

/** All services of a running server. Tests build theirs from literals. */
export type AppContext = SiteContext
