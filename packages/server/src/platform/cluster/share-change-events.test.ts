import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import pino from 'pino'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { localBuses } from '../../../test/support/local-bus.ts'
import { until } from '../../../test/support/until.ts'
import { type VersionStore, versionStore } from '../storage/change-versions.ts'
import { type Bus, noBus } from './bus.ts'
import { makeChangeEvents, TOPICS } from './change-events.ts'
import { openChangeVersions } from './change-versions.ts'
import { shareChangeEvents } from './share-change-events.ts'

const log = pino({ level: 'silent' })
const everything = TOPICS.map(topic => `${topic} 0`)

for (const { kind, open } of databases()) {
  describe(`nodes that share their change events on ${kind}`, () => {
    let database: TestDatabase
    let buses: ReturnType<typeof localBuses>
    const closing: (() => Promise<void>)[] = []
    beforeEach(async () => {
      database = await open()
      buses = localBuses()
    })
    afterEach(async () => {
      for (const close of closing.splice(0)) await close()
      await database.close()
    })

    /** A node with the events it received. */
    async function join(ways: { bus?: Bus; store?: VersionStore; lookMs?: number; start?: boolean } = {}) {
      const { bus = buses.join(), store = versionStore(database.storage), lookMs = 20, start = true } = ways
      const heard: string[] = []
      const own = makeChangeEvents(log)
      const versions = await openChangeVersions({ store, log }, { lookMs, patienceMs: 200 })
      closing.push(versions.close)
      const node = shareChangeEvents(own, { bus, versions }, log)
      const listen = () => {
        for (const topic of TOPICS) own.on(topic, id => void heard.push(`${topic} ${id}`))
        node.start()
      }
      if (start) listen()
      return { node, own, heard, listen }
    }
    const hears = ({ heard }: { heard: string[] }, changeEvents: string[]) =>
      until(
        async () => heard,
        soFar => changeEvents.every(signal => soFar.includes(signal)),
      )
    /** Waits until a node has read the versions after now. */
    async function looked({ heard }: { heard: string[] }, store = versionStore(database.storage)) {
      await store.raise('users')
      await hears({ heard }, ['users 0'])
    }

    test('receive each other’s changes, and each its own change once', async () => {
      const [here, there] = [await join(), await join()]
      await here.node.emit('tokens', 7)
      expect(here.heard).toEqual(['tokens 7'])
      await hears(there, ['tokens 7'])
      await there.node.emit('options')
      await hears(here, ['options 0'])
      // Polling the versions reports nothing new.
      await Promise.all([looked(here), looked(there)])
      for (const { heard } of [here, there])
        expect(heard.filter(event => event !== 'users 0')).toEqual(['tokens 7', 'options 0'])
    })

    test('receive a change even if the node that made it cannot reload its own caches', async () => {
      const [here, there] = [await join(), await join()]
      here.node.on('channels', () => Promise.reject(new Error('the database is away')))
      await here.node.emit('channels', 9)
      await hears(there, ['channels 9'])
      here.own.stop()
    })

    test('notice by its version a change whose message was lost', async () => {
      const [here, there] = [await join({ bus: noBus }), await join({ bus: noBus })]
      await here.node.emit('tokens', 7)
      await hears(there, ['tokens 0'])
      await looked(here)
      expect(here.heard.filter(event => event !== 'users 0')).toEqual(['tokens 7'])
    })

    test('notice the one lost message among others', async () => {
      const [here, there] = [await join(), await join({ lookMs: 300 })]
      await here.node.emit('tokens', 1)
      buses.cut()
      await here.node.emit('tokens', 2)
      buses.mend()
      there.heard.length = 0
      await here.node.emit('tokens', 3)
      await hears(there, ['tokens 3', 'tokens 0'])
    })

    test('learn of changes made while they started, even if a message came too early', async () => {
      const [here, there] = [await join(), await join({ start: false })]
      await here.node.emit('channels', 4)
      there.listen()
      await hears(there, ['channels 0'])
    })

    test('treat everything as changed after a gap', async () => {
      const [here, there] = [await join(), await join()]
      buses.mend()
      await hears(here, everything)
      await hears(there, everything)
    })

    test('ignore messages that are not change events', async () => {
      const stranger = buses.join()
      const here = await join()
      for (const payload of [
        null,
        'tokens',
        {},
        { topic: 'x', id: 1, version: 1 },
        { topic: 'tokens', id: '1', version: 0 },
      ])
        stranger.publish('changed', payload)
      stranger.publish('changed', { topic: 'tokens', id: 1, version: 0 })
      await hears(here, ['tokens 1'])
      expect(here.heard).toEqual(['tokens 1'])
    })

    test('a change is announced and takes effect even if its version cannot be written, which is done later', async () => {
      const store = versionStore(database.storage)
      let isAway = true
      const failing = {
        ...store,
        raise: (topic: string) => (isAway ? new Promise<number>(() => undefined) : store.raise(topic)),
      }
      const [here, there, deaf] = [await join({ store: failing }), await join(), await join({ bus: noBus })]
      await here.node.emit('tokens', 7)
      await hears(there, ['tokens 7'])
      expect(here.heard).toEqual(['tokens 7'])
      isAway = false
      await hears(deaf, ['tokens 0'])
    })

    test('a version that went back, as after a restored backup, is a change', async () => {
      const here = await join()
      await here.node.emit('tokens', 7)
      await looked(here)
      await database.storage.db.deleteFrom('change_versions').where('topic', '=', 'tokens').execute()
      await hears(here, ['tokens 0'])
    })
  })
}
