import type { ObserverFactory } from '../observers/observer.ts'
import type { ResponsePipeline } from './pipeline.ts'

/**
 * Returns the pipeline that passes the upstream's bytes on and observes them. `hideUsage`: removes the usage frame that
 * the gateway requested.
 */
export const sameDialect = (makeObserver: ObserverFactory, hideUsage: boolean, asArray: boolean): ResponsePipeline => ({
  stream: contentType => makeObserver.stream({ hideUsage, asArray, contentType }),
  whole: body => ({ body, tally: makeObserver.whole(decoder.decode(body)) }),
  contentType: null,
})

const decoder = new TextDecoder()
