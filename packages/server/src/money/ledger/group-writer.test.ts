import { describe, expect, test } from 'bun:test'
import { rejection } from '../../../test/support/rejection.ts'
import { until } from '../../../test/support/until.ts'
import { DatabaseUnavailable } from '../../platform/storage/transient-errors.ts'
import { type GroupCommit, openGroupWriter } from './group-writer.ts'

const PATIENT_MS = 60_000
const away = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
const locked = () => Object.assign(new Error('lock timeout'), { code: '55P03' })

/** A store whose state tests change while a writer uses it. */
function store() {
  const state = {
    groups: [] as string[][],
    isAway: false,
    /** Locked items. */
    locked: new Set<string>(),
    /** Something else is locked. */
    isStuck: false,
    /** How long it takes to find the blocked items. */
    lookMs: 0,
    looks: 0,
    troubles: 0,
  }
  const commit: GroupCommit<string, string> = {
    async commit(items) {
      if (state.isAway) throw away()
      if (state.isStuck || items.some(item => state.locked.has(item))) throw locked()
      if (items.includes('bad')) throw new Error('broken')
      state.groups.push([...items])
      return items.map(item => `${item}!`)
    },
    async blockedAmong(items) {
      state.looks += 1
      if (state.lookMs > 0) await Bun.sleep(state.lookMs)
      return new Set(items.filter(item => state.locked.has(item)))
    },
  }
  const open = (closingPatienceMs?: number) =>
    openGroupWriter(
      commit,
      () => {
        state.troubles += 1
      },
      closingPatienceMs,
    )
  return { state, open }
}

describe('the group writer', () => {
  test('commits items that arrive together, in order', async () => {
    const { state, open } = store()
    const writer = open()
    expect(await Promise.all(['a', 'b', 'c'].map(item => writer.submit(item, PATIENT_MS)))).toEqual(['a!', 'b!', 'c!'])
    await writer.submit('d', PATIENT_MS)
    expect(state.groups).toEqual([['a', 'b', 'c'], ['d']])
  })

  test('fails only the item that cannot be written, at any position', async () => {
    for (const place of [0, 1, 2, 3, 4]) {
      const { state, open } = store()
      const items = ['a', 'b', 'c', 'd']
      items.splice(place, 0, 'bad')
      const writer = open()
      const ends = await Promise.allSettled(items.map(item => writer.submit(item, PATIENT_MS)))
      expect(ends.map(end => end.status)).toEqual(items.map(item => (item === 'bad' ? 'rejected' : 'fulfilled')))
      expect(state.groups.flat()).toEqual(['a', 'b', 'c', 'd'])
    }
  })

  test('keeps items in order and waits for an unreachable database if they can wait', async () => {
    const { state, open } = store()
    state.isAway = true
    const writer = open()
    const patient = [writer.submit('a', PATIENT_MS), writer.submit('b', PATIENT_MS)]
    expect(await rejection(writer.submit('c', 100))).toBeInstanceOf(DatabaseUnavailable)
    expect(writer.isBusy).toBe(true)
    state.isAway = false
    expect(await Promise.all(patient)).toEqual(['a!', 'b!'])
    expect(state.groups).toEqual([['a', 'b']])
    expect(state.troubles).toBeGreaterThan(0)
    expect(writer.isBusy).toBe(false)
  })

  test('does not count time during which the process was frozen', async () => {
    const { state, open } = store()
    state.isAway = true
    const writer = open()
    const submitted = writer.submit('a', 700)
    await until(
      async () => state.troubles,
      troubles => troubles > 0,
    )
    Bun.sleepSync(1_000)
    state.isAway = false
    expect(await submitted).toBe('a!')
  })

  test('sets locked items aside while others continue, and writes them afterwards', async () => {
    const { state, open } = store()
    state.locked.add('b')
    const writer = open()
    const blocked = writer.submit('b', PATIENT_MS)
    expect(await Promise.all(['a', 'c'].map(item => writer.submit(item, PATIENT_MS)))).toEqual(['a!', 'c!'])
    expect(await writer.submit('d', PATIENT_MS)).toBe('d!')
    expect(writer.isBusy).toBe(true)
    expect(state.troubles).toBe(0)
    expect(state.groups).toEqual([['a', 'c'], ['d']])
    state.locked.clear()
    expect(await blocked).toBe('b!')
  })

  test('writes items set aside in the order in which they came', async () => {
    const { state, open } = store()
    for (const item of ['b', 'c']) state.locked.add(item)
    const writer = open()
    const first = writer.submit('b', PATIENT_MS)
    await writer.submit('a', PATIENT_MS)
    const second = writer.submit('c', PATIENT_MS)
    await writer.submit('d', PATIENT_MS)
    state.locked.clear()
    await Promise.all([first, second])
    expect(state.groups).toEqual([['a'], ['d'], ['b', 'c']])
  })

  test('lets items set aside wait no longer than their patience, even alone', async () => {
    const { state, open } = store()
    state.locked.add('a')
    state.lookMs = 300
    expect(await rejection(open().submit('a', 600))).toBeInstanceOf(DatabaseUnavailable)
    expect(state.groups).toEqual([])
  })

  test('reports trouble for a lock on something that cannot be set aside, until it ends', async () => {
    const { state, open } = store()
    state.isStuck = true
    const writer = open()
    expect(await rejection(writer.submit('a', 300))).toBeInstanceOf(DatabaseUnavailable)
    const patient = writer.submit('b', PATIENT_MS)
    state.isStuck = false
    expect(await patient).toBe('b!')
    expect(state.groups).toEqual([['b']])
  })

  test('writes pending items when it closes, including those set aside, and then accepts no more', async () => {
    const { state, open } = store()
    state.locked.add('b')
    const writer = open()
    const pending = [writer.submit('a', PATIENT_MS), writer.submit('b', PATIENT_MS)]
    await pending[0]
    const closing = writer.close()
    state.locked.clear()
    await closing
    expect(state.groups).toEqual([['a'], ['b']])
    expect(await pending[1]).toBe('b!')
    expect(await rejection(writer.submit('c', PATIENT_MS))).toBeInstanceOf(DatabaseUnavailable)
  })

  test.each(['away', 'locked'])('closes even if the database stays %s, and no item keeps waiting', async how => {
    const { state, open } = store()
    if (how === 'away') state.isAway = true
    else state.locked.add('a')
    const writer = open(300)
    const submitted = rejection(writer.submit('a', PATIENT_MS))
    await Bun.sleep(0)
    await writer.close()
    expect(await submitted).toBeInstanceOf(DatabaseUnavailable)
  })

  test('does not look at locks any more once it is closed', async () => {
    const { state, open } = store()
    state.locked.add('a')
    const writer = open(0)
    const submitted = rejection(writer.submit('a', PATIENT_MS))
    await until(
      async () => state.looks,
      looks => looks > 0,
    )
    await writer.close()
    await submitted
    const { looks } = state
    // another writer, which begins later, looks twice meanwhile
    const later = store()
    later.state.locked.add('b')
    const other = later.open()
    const blocked = other.submit('b', PATIENT_MS)
    await until(
      async () => later.state.looks,
      count => count > 1,
    )
    later.state.locked.clear()
    await blocked
    expect(state.looks).toBe(looks)
  })
})
