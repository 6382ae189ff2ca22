import { expect, test } from 'bun:test'
import { makeHealth } from '@tollgate/gateway'
import { databases } from '../../../../test/support/databases.ts'
import { until } from '../../../../test/support/until.ts'
import { tryChannels } from '../../attempt/try-channels.ts'
import { relayError } from '../../call/relay-error.ts'
import type { OpenChannel } from '../../candidates/channel-index.ts'
import { AttemptFailure } from '../../errors/upstream-failure.ts'
import { makeChannelProbes } from './channel-probes.ts'

const channel = (id: number, priority: number) =>
  ({ id, priority, weight: 1, upstreamModel: (model: string) => model }) as OpenChannel

for (const { kind, open } of databases()) {
  test(`of nodes that do not hear each other, one probes at a time and the others use other channels: ${kind}`, async () => {
    const database = await open()
    const candidates = [channel(1, 2), channel(2, 1)]
    let probing = 0
    let most = 0
    const attempts = new Map<number, number>()
    const attempt = async ({ id }: OpenChannel) => {
      attempts.set(id, (attempts.get(id) ?? 0) + 1)
      if (id === 2) return 'well'
      probing += 1
      most = Math.max(most, probing)
      await Bun.sleep(20)
      probing -= 1
      throw new AttemptFailure(relayError('upstream_unreachable'), null, null)
    }
    // each with its own health, and no bus between them
    const nodes = Array.from({ length: 8 }, () => {
      const health = makeHealth()
      health.failed(1, performance.now(), { retryAfterMs: 1 })
      return { model: 'm', health, retryTimes: 1, random: () => 0, probes: makeChannelProbes(database.storage) }
    })
    await until(async () => nodes.every(({ health }) => health.isAvailable(1, performance.now())), Boolean)
    const answers = await Promise.all(nodes.map(node => tryChannels(candidates, attempt, node)))
    expect(answers.map(({ answer }) => answer)).toEqual(Array(8).fill('well'))
    expect(most).toBe(1)
    expect(attempts.get(1)).toBeLessThan(8)
    const skipped = answers.flatMap(({ routing }) => routing.skipped ?? [])
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['failed', 'probed']))
    await database.close()
  })
}
