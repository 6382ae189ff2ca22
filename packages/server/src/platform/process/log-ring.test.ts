import { expect, test } from 'bun:test'
import { makeLogRing } from './log-ring.ts'
import { withoutSecrets } from './without-secrets.ts'

const ALL = { text: '', level: 10, most: 100 }
const line = (time: number, level: number, msg: string, rest: object = {}) =>
  `${JSON.stringify({ level, time, pid: 1, hostname: 'h', ...rest, msg })}\n`

test('keeps its last lines, and finds them newest first by text and level', () => {
  const ring = makeLogRing(3)
  for (const at of [1, 2, 3, 4]) ring.write(line(at, at * 10, `line ${at}`, at === 3 ? { channel: 'Blue' } : {}))
  expect(ring.find(ALL, 2)).toEqual([
    { at: 4, level: 40, message: 'line 4', details: '', worker: 2 },
    { at: 3, level: 30, message: 'line 3', details: '{"channel":"Blue"}', worker: 2 },
    { at: 2, level: 20, message: 'line 2', details: '', worker: 2 },
  ])
  expect(ring.find({ ...ALL, text: 'BLUE' }, 0).map(({ at }) => at)).toEqual([3])
  expect(ring.find({ ...ALL, level: 40 }, 0).map(({ at }) => at)).toEqual([4])
  expect(ring.find({ ...ALL, since: 3 }, 0).map(({ at }) => at)).toEqual([4, 3])
  expect(ring.find({ ...ALL, most: 1 }, 0).map(({ at }) => at)).toEqual([4])
})

test('a long line loses its details, and a line that is not JSON is left out', () => {
  const ring = makeLogRing()
  ring.write(line(1, 50, 'm'.repeat(2_000), { body: 'b'.repeat(20_000) }))
  ring.write('Segmentation fault')
  expect(ring.find(ALL, 0)).toEqual([{ at: 1, level: 50, message: 'm'.repeat(1_000), details: '', worker: 0 }])
})

test('a secret is neither shown nor found', () => {
  const ring = makeLogRing()
  const key = `sk-${'a1'.repeat(20)}`
  ring.write(
    line(1, 30, `refused ${key}`, { err: { message: `Bearer abc at https://u:pw@proxy:1/x?key=short` }, key: 'k' }),
  )
  const [found] = ring.find(ALL, 0)
  expect(found?.message).toBe('refused sk-a…')
  expect(found?.details).toBe('{"err":{"message":"Bearer … at https://…@proxy:1/x?key=…"},"key":"…"}')
  expect(ring.find({ ...ALL, text: 'a1a1' }, 0)).toEqual([])
})

test('members are hidden by their name at any depth, numbers stay, and what is too deep is hidden', () => {
  expect(withoutSecrets({ tokens: 5, token: 'x', list: [{ apiKey: 'y', key: 7 }], password: { a: 1 } })).toEqual({
    tokens: 5,
    token: '…',
    list: [{ apiKey: '…', key: 7 }],
    password: '…',
  })
  let deep: unknown = 'x'
  for (let depth = 0; depth < 1_000; depth += 1) deep = { deep }
  expect(JSON.stringify(withoutSecrets(deep)).length).toBeLessThan(100)
})
