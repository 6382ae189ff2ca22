import { describe, expect, test } from 'bun:test'
import { makeEventLog } from './events.ts'

const event = (number: number, data = String(number)) => ({ type: 'e', number, data })
const read = (stream: ReadableStream<Uint8Array>) => new Response(stream).text()
const written = (...datas: string[]) => datas.map(data => `event: e\ndata: ${data}\n\n`).join('')

describe('the events of a response', () => {
  test('reach a waiting follower, up to the end', async () => {
    const log = makeEventLog(100)
    log.add(event(0))
    const reader = log.after(-1).getReader()
    const next = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await next()).toBe(written('0'))
    const second = next()
    log.add(event(1))
    expect(await second).toBe(written('1'))
    const end = reader.read()
    log.end()
    expect((await end).done).toBe(true)
  })

  test('begin after the given number', async () => {
    const log = makeEventLog(100)
    for (const number of [0, 1, 2]) log.add(event(number))
    log.end()
    expect(await read(log.after(-1))).toBe(written('0', '1', '2'))
    expect(await read(log.after(1))).toBe(written('2'))
    expect(await read(log.after(2))).toBe('')
  })

  test('are kept up to their limit; beyond it, only the last one', async () => {
    const log = makeEventLog(10)
    log.add(event(0, 'aaaaa'))
    log.add(event(1, 'bbbbb'))
    const whole = log.after(-1).getReader()
    expect(new TextDecoder().decode((await whole.read()).value)).toBe(written('aaaaa'))
    log.add(event(2, 'c'))
    log.add(event(3, 'ddddddddd'))
    log.end()
    expect(await read(log.after(-1))).toBe(written('c', 'ddddddddd'))
  })
})
