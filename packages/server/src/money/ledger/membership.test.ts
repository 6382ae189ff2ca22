import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import pino from 'pino'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { noBus } from '../../platform/cluster/bus.ts'
import { DatabaseUnavailable } from '../../platform/storage/transient-errors.ts'
import { NodeGivenUp } from './lease-store.ts'
import { joinNodes } from './membership.ts'
import { nodeStore } from './node.ts'
import { NOW } from './testing.ts'

for (const { kind, open } of databases()) {
  describe(`a node on ${kind}`, () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    async function join(heartbeatMs = 60_000) {
      const { storage } = database
      const ids: string[] = []
      const settings = () => ({ keepsLogs: true, keepsFigures: true })
      const deps = { storage, bus: noBus, settings, log: pino({ level: 'silent' }), now: () => NOW, isOnlyNode: true }
      const hooks = { record: async () => undefined, onGivenUp: (id: string) => void ids.push(id) }
      const node = await joinNodes(deps, { heartbeatMs }, hooks)
      return { ...node, ids }
    }

    const living = async () => {
      const rows = await database.storage.db.selectFrom('nodes').select('id').execute()
      return rows.map(({ id }) => id)
    }

    async function giveUp(id: string) {
      const nodes = nodeStore(database.storage.ledger, kind)
      const [row] = (await nodes.others('')).filter(other => other.id === id)
      expect(row && (await nodes.giveUp(row))).toBe(true)
    }

    test('that was given up rejoins once, however many callers notice it at whatever time', async () => {
      const node = await join()
      const before = node.node()
      await giveUp(before)
      // one call at that time, one while it rejoins, and one with the new id before it is entered
      const first = node.rejoin(before, performance.now())
      const during = [node.rejoin(before, performance.now()), node.rejoin(node.node(), performance.now())]
      // one that asked with the new id before it was entered, and learns so afterwards
      let asked = 0
      const late = node.patiently(1_000, async () => {
        asked += 1
        if (asked > 1) return
        const newId = node.node()
        await first
        throw new NodeGivenUp(newId)
      })
      await Promise.all([first, ...during, late])
      let tries = 0
      // a call that started before and learns of it afterwards
      await node.patiently(1_000, async () => {
        tries += 1
        if (tries === 1) throw new NodeGivenUp(before)
      })
      expect(node.ids).toEqual([node.node()])
      expect(await living()).toEqual([node.node()])
      await node.check()
      await node.leave()
      expect(await living()).toEqual([])
    })

    test('that is given up again rejoins again', async () => {
      const node = await join()
      const first = node.node()
      await giveUp(first)
      await node.rejoin(first, performance.now())
      const second = node.node()
      await giveUp(second)
      await node.rejoin(second, performance.now())
      expect(node.ids).toEqual([second, node.node()])
      expect(await living()).toEqual([node.node()])
      await node.leave()
    })

    test('that could not rejoin tries again at its next beat', async () => {
      const node = await join()
      const { db } = database.storage
      const first = node.node()
      await giveUp(first)
      await db.schema.alterTable('nodes').renameTo('nodes_away').execute()
      try {
        await rejection(node.rejoin(first, performance.now()))
      } finally {
        await db.schema.alterTable('nodes_away').renameTo('nodes').execute()
      }
      expect(await living()).toEqual([])
      await node.check()
      expect(await living()).toEqual([node.node()])
      await node.leave()
    })

    test('rejoins even if the confirmation is lost', async () => {
      const nodes = nodeStore(database.storage.ledger, kind)
      await nodes.join('twice')
      await nodes.join('twice')
      expect(await living()).toEqual(['twice'])
      await nodes.leave('twice')
    })

    test('is trusted from when the answer was sent, not from when it was read', async () => {
      const node = await join()
      expect(node.isTrusted()).toBe(true)
      Bun.sleepSync(300)
      node.heard(node.node(), performance.now() - 300)
      expect(node.isTrusted()).toBe(false)
      node.heard('another', performance.now())
      expect(node.isTrusted()).toBe(false)
      node.heard(node.node(), performance.now())
      expect(node.isTrusted()).toBe(true)
      await node.leave()
    })

    test('ends callers’ wait for the database in time, not counting time during which the process was frozen', async () => {
      const node = await join()
      const away = async () => {
        throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
      }
      let isOver = () => false
      const waiting = node.patiently(300, over => {
        isOver = over
        return new Promise(() => undefined)
      })
      expect(isOver()).toBe(false)
      expect(await rejection(waiting)).toBeInstanceOf(DatabaseUnavailable)
      expect(isOver()).toBe(true)

      let tries = 0
      const patient = node.patiently(400, async () => {
        tries += 1
        if (tries < 3) await away()
        return 'there'
      })
      await Bun.sleep(60)
      Bun.sleepSync(1_000)
      expect(await patient).toBe('there')
      expect((await rejection(node.patiently(1_000, async () => Promise.reject(new Error('wrong'))))).message).toBe(
        'wrong',
      )
      await node.leave()
    })

    test('does not come back after it has left', async () => {
      const node = await join()
      const late = node.check()
      await node.leave()
      await late
      await node.check()
      expect(await living()).toEqual([])
    })
  })
}
