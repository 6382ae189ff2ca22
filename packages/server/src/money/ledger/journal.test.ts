import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../test/support/until.ts'
import { journalsIn } from '../../platform/storage/journal-files.ts'
import { type Hold, newHold } from './book.ts'
import { openJournal, takeJournal } from './journal.ts'
import { NOW, newHold as wantedHold } from './testing.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const holdOf = (amount: number): Hold => ({
  ...newHold(wantedHold({ userId: 1, tokenId: 2, channelId: 3 }, amount), NOW),
  userAmount: amount,
})
const path = (node = 'n') => join(folder, `running-calls-${node}.jsonl`)
const textOf = (node?: string) => {
  try {
    return readFileSync(path(node), 'utf8')
  } catch {
    return ''
  }
}
const written = (what: string) =>
  until(
    async () => textOf(),
    text => text.includes(what),
  )
const open = (troubles: unknown[] = []) => openJournal(folder, 'n', error => troubles.push(error))

describe('the journal of running calls', () => {
  test('has the calls that run, with what their rows need', async () => {
    const journal = open()
    const [ended, running] = [holdOf(5), holdOf(7)]
    for (const hold of [ended, running]) journal.started(hold)
    await written(running.requestId)
    journal.ended(ended.requestId)
    await written(`["${ended.requestId}",0]`)
    const { requestId, context } = running
    expect(takeJournal(folder, 'n')).toEqual([
      { requestId, userId: 1, tokenId: 2, amount: 7, madeAt: NOW, context: context as never },
    ])
    expect(journalsIn(folder)).toEqual([])
  })

  test('the end of a charged call is written with what comes next', async () => {
    const journal = open()
    const [charged, next] = [holdOf(5), holdOf(7)]
    journal.started(charged)
    await written(charged.requestId)
    journal.charged(charged.requestId)
    journal.started(next)
    await written(next.requestId)
    expect(textOf()).toContain(`["${charged.requestId}",0]\n["${next.requestId}",{`)
    expect(takeJournal(folder, 'n').map(call => call.requestId)).toEqual([next.requestId])
  })

  test('has nothing of a call that is over at once', async () => {
    const journal = open()
    const [charged, released, running] = [holdOf(5), holdOf(6), holdOf(7)]
    for (const hold of [charged, released, running]) journal.started(hold)
    journal.charged(charged.requestId)
    journal.ended(released.requestId)
    await written(running.requestId)
    expect(textOf().split('\n')).toHaveLength(2)
  })

  test('a line that was cut off, and a line that is none, take no other with them', async () => {
    const journal = open()
    const hold = holdOf(5)
    journal.started(hold)
    await written(hold.requestId)
    appendFileSync(path(), '7\n"no list"\n["cut-off",{"userId":1,"tok')
    expect(takeJournal(folder, 'n').map(call => call.requestId)).toEqual([hold.requestId])
  })

  test('of several who take it, one gets the calls', async () => {
    const journal = open()
    journal.started(holdOf(5))
    await written('userId')
    const taken = [1, 2, 3].map(() => takeJournal(folder, 'n').length)
    expect(taken).toEqual([1, 0, 0])
  })

  test('a large one is written anew with the calls that run', async () => {
    const journal = open()
    const kept = holdOf(5)
    journal.started(kept)
    const large = { ...holdOf(1), context: { ...kept.context, model_name: 'm'.repeat(200_000) } } as Hold
    const ids = Array.from({ length: 50 }, (_, count) => `large-${count}`)
    for (const requestId of ids) {
      journal.started({ ...large, requestId })
      await written(requestId)
      journal.ended(requestId)
    }
    const last = holdOf(6)
    journal.started(last)
    await written(last.requestId)
    expect(statSync(path()).size).toBeLessThan(8 * 1024 * 1024)
    expect(takeJournal(folder, 'n').map(call => call.requestId)).toEqual([kept.requestId, last.requestId])
  })

  test('with many large calls it is not written anew for each', async () => {
    const journal = open()
    const large = { ...holdOf(1), context: { ...holdOf(1).context, model_name: 'm'.repeat(200_000) } } as Hold
    journal.started(large)
    await written(large.requestId)
    const inode = async () => statSync(path()).ino
    const first = await inode()
    for (let count = 0; count < 45; count++) journal.started({ ...large, requestId: `large-${count}` })
    const ino = await until(inode, now => now !== first)
    journal.started(holdOf(5))
    await written('"amount":5')
    expect(statSync(path()).ino).toBe(ino)
  })

  test('goes on under another name, with the calls that run', async () => {
    const journal = open()
    const [before, after] = [holdOf(5), holdOf(7)]
    journal.started(before)
    await written(before.requestId)
    journal.rename('m')
    journal.started(after)
    await until(
      async () => textOf('m'),
      text => text.includes(after.requestId),
    )
    await until(
      async () => journalsIn(folder),
      nodes => nodes.length === 1,
    )
    expect(journalsIn(folder)).toEqual(['m'])
    expect(takeJournal(folder, 'm').map(call => call.requestId)).toEqual([before.requestId, after.requestId])
  })

  test('a disk that refuses is told of once; afterwards the file has every call that runs', async () => {
    // a folder stands where the file is to be
    mkdirSync(path())
    const troubles: unknown[] = []
    const journal = open(troubles)
    const [lost, ended, later] = [holdOf(5), holdOf(6), holdOf(7)]
    journal.started(lost)
    journal.started(ended)
    await until(
      async () => troubles.length,
      number => number > 0,
    )
    journal.ended(ended.requestId)
    rmSync(path(), { recursive: true })
    await until(
      async () => {
        journal.ended(ended.requestId)
        journal.started(later)
        return textOf()
      },
      text => text.includes(later.requestId),
    )
    expect(troubles).toHaveLength(1)
    expect(takeJournal(folder, 'n').map(call => call.requestId)).toEqual([lost.requestId, later.requestId])
  })

  test('nothing is left of a node that ends in order; what still ran is', async () => {
    const journal = open()
    const [one, other] = [holdOf(5), holdOf(6)]
    journal.started(one)
    journal.started(other)
    journal.ended(one.requestId)
    await journal.close()
    expect(takeJournal(folder, 'n').map(call => call.requestId)).toEqual([other.requestId])

    const next = open()
    next.started(one)
    next.ended(one.requestId)
    await next.close()
    writeFileSync(join(folder, 'other.jsonl'), '')
    expect(readdirSync(folder)).toEqual(['other.jsonl'])
    expect(journalsIn(folder)).toEqual([])
    expect(journalsIn(join(folder, 'none'))).toEqual([])
  })
})
