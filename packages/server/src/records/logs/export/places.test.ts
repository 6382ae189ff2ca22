import { describe, expect, test } from 'bun:test'
import { ReportEnded } from '../../../platform/storage/report-limits.ts'
import { makeExportPlaces } from './places.ts'

const ALL = 32
const MINUTE = 60_000

/** All places, each of another user; `ended` names those that gave way. */
function allTaken() {
  let nowMs = 0
  const exports = makeExportPlaces(MINUTE, () => nowMs)
  const ended: number[] = []
  const take = (userId: number) => exports.take(userId, () => void ended.push(userId))
  const readers = Array.from({ length: ALL }, (_, userId) => ({ userId, place: take(userId) }))
  for (const { place } of readers) place.handOver()
  /** Lets this time pass, after which these users ask for their next pieces. */
  const pass = (ms: number, userIds: readonly number[]) => {
    nowMs += ms
    for (const { userId, place } of readers) {
      if (!userIds.includes(userId)) continue
      place.resume()
      place.handOver()
    }
  }
  return { take, pass, ended }
}

describe('places of exports, all taken', () => {
  test('are refused until one has waited for its reader for a minute; then the slowest gives way', () => {
    const { take, pass, ended } = allTaken()
    const all = Array.from({ length: ALL }, (_, userId) => userId)
    for (let time = 0; time < 5; time++) pass(MINUTE / 6, time % 2 === 0 ? all : all.filter(userId => userId !== 7))
    expect(() => take(100)).toThrow(new ReportEnded('reports_busy'))
    pass(MINUTE / 6, all)
    take(100)
    expect(ended).toEqual([7])
    take(101)
    expect(ended).toHaveLength(2)
  })

  test('do not count the time in which an export reads the log', () => {
    let nowMs = 0
    const exports = makeExportPlaces(MINUTE, () => nowMs)
    const ended: number[] = []
    for (let userId = 0; userId < ALL; userId++) {
      const place = exports.take(userId, () => void ended.push(userId))
      place.handOver()
      place.resume()
    }
    nowMs = 10 * MINUTE
    expect(() => exports.take(100, () => undefined)).toThrow(new ReportEnded('reports_busy'))
    expect(ended).toEqual([])
  })

  test('go to users without an export alone', () => {
    const { take, pass, ended } = allTaken()
    pass(2 * MINUTE, [3])
    expect(() => take(3)).toThrow(new ReportEnded('reports_busy'))
    expect(ended).toEqual([])
    take(100)
    expect(ended).toEqual([0])
    expect(() => take(100)).toThrow(new ReportEnded('reports_busy'))
  })
})
