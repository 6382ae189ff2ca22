import { expect, jest, spyOn, test } from 'bun:test'
import { stopOnSignals } from './stop-on-signals.ts'

/** Runs a test as a process that has signal handlers of its own, and tells how it ends. */
async function asProcess(act: (parts: { exits: number[]; signal(name: string): void }) => Promise<void>) {
  const handlers = new Map<string, () => void>()
  const exits: number[] = []
  const on = spyOn(process, 'on').mockImplementation(((name: string, handler: () => void) =>
    handlers.set(name, handler)) as never)
  const exit = spyOn(process, 'exit').mockImplementation(((code: number) => exits.push(code)) as never)
  jest.useFakeTimers()
  try {
    await act({ exits, signal: name => handlers.get(name)?.() })
  } finally {
    jest.useRealTimers()
    on.mockRestore()
    exit.mockRestore()
  }
}
const turn = async () => {
  for (let at = 0; at < 10; at++) await Promise.resolve()
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s stops the server, and the process ends after it', name =>
  asProcess(async ({ exits, signal }) => {
    const stopped = Promise.withResolvers<void>()
    stopOnSignals({ stop: () => stopped.promise }, 5)
    signal(name)
    await turn()
    expect(exits).toEqual([])
    stopped.resolve()
    await turn()
    expect(exits).toEqual([0])
  }),
)

test('signals within a second count as one; a later one hurries the server', () =>
  asProcess(async ({ signal }) => {
    const clock = spyOn(performance, 'now').mockReturnValue(10_000)
    const hurries: (AbortSignal | undefined)[] = []
    stopOnSignals({ stop: async hurry => void hurries.push(hurry) }, 5)
    signal('SIGINT')
    clock.mockReturnValue(11_000)
    signal('SIGTERM')
    expect(hurries.map(hurry => hurry?.aborted)).toEqual([false])
    clock.mockReturnValue(11_001)
    signal('SIGINT')
    expect(hurries.map(hurry => hurry?.aborted)).toEqual([true])
    clock.mockRestore()
  }))

test('a server that does not stop is ended half a minute after its calls had their time', () =>
  asProcess(async ({ exits, signal }) => {
    stopOnSignals({ stop: () => new Promise(() => undefined) }, 5)
    signal('SIGTERM')
    jest.advanceTimersByTime(34_999)
    expect(exits).toEqual([])
    jest.advanceTimersByTime(1)
    expect(exits).toEqual([1])
  }))
