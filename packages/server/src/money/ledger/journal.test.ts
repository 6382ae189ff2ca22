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
import { openJournal } from './journal.ts'
import { takeJournal } from './lost-calls.ts'
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
/** Opens a journal that notes calls at once, unless a test sets otherwise. */
const open = (troubles: unknown[] = [], notedAfterMs = 0) =>
  openJournal(folder, 'n', error => troubles.push(error), notedAfterMs)

describe('the journal of running calls', () => {
  test('has the running calls, with everything their rows need', async () => {
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

  test('writes the end of a charged call with the next line', async () => {
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

  test('has no line about a call that ends at once', async () => {
    const journal = open()
    const [charged, released, running] = [holdOf(5), holdOf(6), holdOf(7)]
    for (const hold of [charged, released, running]) journal.started(hold)
    journal.charged(charged.requestId)
    journal.ended(released.requestId)
    await written(running.requestId)
    expect(textOf().split('\n')).toHaveLength(2)
  })

  test('notes a call only from a certain age on', async () => {
    const [age, beganAt] = [300, performance.now()]
    const journal = open([], age)
    const [long, ended] = [holdOf(5), holdOf(6)]
    for (const hold of [long, ended]) journal.started(hold)
    journal.charged(ended.requestId)
    await written(long.requestId)
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(age)
    expect(textOf().split('\n')).toHaveLength(2)
  })

  test('notes younger calls in their turn', async () => {
    const journal = open([], 50)
    const [first, second] = [holdOf(5), holdOf(6)]
    journal.started(first)
    await written(first.requestId)
    journal.started(second)
    await written(second.requestId)
    expect(takeJournal(folder, 'n').map(call => call.requestId)).toEqual([first.requestId, second.requestId])
  })

  test('skips a truncated and an invalid line without losing others', async () => {
    const journal = open()
    const hold = holdOf(5)
    journal.started(hold)
    await written(hold.requestId)
    appendFileSync(path(), '7\n"no list"\n["cut-off",{"userId":1,"tok')
    expect(takeJournal(folder, 'n').map(call => call.requestId)).toEqual([hold.requestId])
  })

  test('is taken by only one of several nodes, which gets the calls', async () => {
    const journal = open()
    journal.started(holdOf(5))
    await written('userId')
    const taken = [1, 2, 3].map(() => takeJournal(folder, 'n').length)
    expect(taken).toEqual([1, 0, 0])
  })

  test('is rewritten with the running calls when it is large', async () => {
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

  test('is not rewritten for each of many large calls', async () => {
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

  test('continues under another name, with the running calls', async () => {
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

  test('reports a failing disk once, and has every running call when it works again', async () => {
    // a folder in place of the file
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

  test('is deleted when its node ends properly, unless calls still ran', async () => {
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
