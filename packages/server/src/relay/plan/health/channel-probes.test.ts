import { expect, test } from 'bun:test'
import { databases } from '../../../../test/support/databases.ts'
import { makeChannelProbes } from './channel-probes.ts'

for (const { kind, open } of databases()) {
  test(`only one of many nodes probes a channel, until it gives the probe back: ${kind}`, async () => {
    const database = await open()
    const nodes = Array.from({ length: 20 }, () => makeChannelProbes(database.storage))
    const scope = { channelId: 7, model: '' }
    const claimAll = async () => (await Promise.all(nodes.map(node => node.claim(scope)))).filter(Boolean)
    const [giveBack, ...others] = await claimAll()
    expect(others).toEqual([])
    expect(await claimAll()).toEqual([])
    expect(await nodes[0]?.claim({ channelId: 7, model: 'm' })).not.toBeNull()
    expect(await nodes[0]?.claim({ channelId: 8, model: '' })).not.toBeNull()

    giveBack?.()
    const rows = () => database.storage.db.selectFrom('channel_probes').select(['channel_id', 'model']).execute()
    while ((await rows()).length > 2) await Bun.sleep(1)
    expect(await claimAll()).toHaveLength(1)

    // its node died a minute ago
    await database.storage.db.updateTable('channel_probes').set({ until: 1 }).execute()
    expect(await claimAll()).toHaveLength(1)
    await database.close()
  })

  test(`nobody gets a probe while the database does not answer: ${kind}`, async () => {
    const database = await open()
    const probes = makeChannelProbes(database.storage)
    await database.storage.db.schema.dropTable('channel_probes').execute()
    expect(await probes.claim({ channelId: 7, model: '' })).toBeNull()
    await database.close()
  })
}
