import type { ObserverFactory } from '../observers/observer.ts'
import type { ResponsePipeline } from './pipeline.ts'

/**
 * Returns the pipeline that passes the upstream's own bytes on and observes them. `hideUsage`: without the usage frame the gateway
 * asked for.
 */
export const sameDialect = (makeObserver: ObserverFactory, hideUsage: boolean, asArray: boolean): ResponsePipeline => ({
  stream: contentType => makeObserver.stream({ hideUsage, asArray, contentType }),
  whole: body => ({ body, tally: makeObserver.whole(decoder.decode(body)) }),
  contentType: null,
})

const decoder = new TextDecoder()
