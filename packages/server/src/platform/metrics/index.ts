import { AggregatorRegistry, type Metric, Registry } from 'prom-client'
import type { ServerState } from '../probes/server-state.ts'
import type { Snapshot } from '../workers/link.ts'
import type { Siblings } from '../workers/siblings.ts'
import { callFamilies } from './call-families.ts'
import type { CallMeter } from './call-meter.ts'
import { nodeFamilies } from './node-families.ts'
import { serverFamilies } from './server-families.ts'
import { siteFamilies } from './site-families.ts'

type Deps = { meter: CallMeter; siblings: Siblings; serverState(): ServerState } & Parameters<typeof nodeFamilies>[0] &
  Parameters<typeof siteFamilies>[0]

/** The metrics of this server in Prometheus' text format. Each worker's series carry its label. */
export interface Metrics {
  text(): Promise<string>
}

export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

export function makeMetrics(deps: Deps): Metrics {
  const { siblings, meter } = deps
  const own = registryOf([...nodeFamilies(deps), ...serverFamilies(deps.serverState), ...callFamilies(meter)])
  own.setDefaultLabels({ worker: String(siblings.slot) })
  const site = registryOf(siteFamilies(deps))
  const ownSnapshot = async () => (await own.getMetricsAsJSON()) as Snapshot
  siblings.onAsked('metrics', ownSnapshot)
  return {
    async text() {
      const parts = [await ownSnapshot(), ...(await siblings.ask({ of: 'metrics' }))]
      const all = AggregatorRegistry.aggregate(parts as never)
      return `${await all.metrics()}\n${await site.metrics()}`
    },
  }
}

function registryOf(families: Metric[]): Registry {
  const registry = new Registry()
  for (const one of families) registry.registerMetric(one)
  return registry
}
