import { consolePages } from '../lib/console-pages.ts'
import type { Gateway } from '../lib/gateway.ts'
import type { Random } from './random.ts'

/** Events of a running gateway. Those that end it include a restart. */
export interface Soaked {
  gateway: Gateway
  random: Random
  /** Breaks every running answer of the provider. */
  breakOff(): void
}

export type EventName = keyof typeof events

export const events = {
  /** SIGKILL: nothing is flushed. */
  async 'killed and restarted'({ gateway }: Soaked) {
    const { process } = gateway
    process.kill('SIGKILL')
    if (process.signalCode === null) await new Promise(resolve => process.once('exit', resolve))
    await gateway.restart()
  },
  async 'drained and restarted'({ gateway }: Soaked) {
    await gateway.stop()
    await gateway.restart()
  },
  async 'provider broken off'({ breakOff }: Soaked) {
    breakOff()
  },
  async 'log cleaned up'({ gateway: { operator } }: Soaked) {
    const target = Math.floor(Date.now() / 1_000) - 60
    await operator.consoleCall('DELETE', `/api/log/?target_timestamp=${target}`)
  },
  async 'page opened'({ gateway: { operator }, random }: Soaked) {
    const { path = '/api/log/' } = consolePages[Math.floor(random() * consolePages.length)] ?? {}
    const response = await fetch(operator.url + path, {
      headers: operator.headers,
      signal: AbortSignal.timeout(10_000),
    })
    await response.arrayBuffer()
  },
  async 'page left'({ gateway: { operator } }: Soaked) {
    const signal = AbortSignal.timeout(5)
    await fetch(`${operator.url}/api/log/stat`, { headers: operator.headers, signal }).catch(() => undefined)
  },
  async 'option changed'({ gateway: { operator }, random }: Soaked) {
    await operator.setOption('Notice', `The ${Math.floor(random() * 1_000)}th notice`)
  },
  async 'channel edited'({ gateway: { operator }, random }: Soaked) {
    const { items } = await operator.consoleCall<{ items: { id: number }[] }>('GET', '/api/channel/?page_size=1')
    const priority = Math.floor(random() * 10)
    if (items[0]) await operator.consoleCall('PUT', '/api/channel/', { id: items[0].id, priority })
  },
  async 'token made and deleted'({ gateway: { operator } }: Soaked) {
    const { id } = await operator.makeToken({ name: 'short-lived' })
    await operator.consoleCall('DELETE', `/api/token/${id}`)
  },
} satisfies Record<string, (soaked: Soaked) => Promise<void>>

/** The relative frequency of each event. */
export const usualEvents: Partial<Record<EventName, number>> = {
  'provider broken off': 1,
  'log cleaned up': 1,
  'page opened': 12,
  'page left': 3,
  'option changed': 2,
  'channel edited': 2,
  'token made and deleted': 2,
}

/** They end the process and hide its leaks, so they happen only in the first part of a run. */
export const endings: Partial<Record<EventName, number>> = { 'killed and restarted': 2, 'drained and restarted': 1 }
