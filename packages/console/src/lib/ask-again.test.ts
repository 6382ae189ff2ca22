import { expect, test } from 'bun:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { askAgain } from './ask-again.ts'

/** A query whose answers come when they are let go, in any order. */
function watched(client: QueryClient, name: string) {
  const answers: ((answer: string) => void)[] = []
  const queryFn = () => new Promise<string>(resolve => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey: [name], queryFn })
  return { answers, observer, stop: observer.subscribe(() => undefined) }
}

test('a first answer from before a change does not count as the one after it', async () => {
  const client = new QueryClient()
  const { answers, observer, stop } = watched(client, 'orders')
  const asked = askAgain(client, ['orders'])
  answers[0]?.('waiting')
  await Bun.sleep(0)
  answers[1]?.('paid')
  await asked
  expect(observer.getCurrentResult().data).toBe('paid')
  stop()
})

test('only the named queries are asked again; without names, all', async () => {
  const client = new QueryClient()
  const orders = watched(client, 'orders')
  const plans = watched(client, 'plans')
  for (const { answers } of [orders, plans]) answers[0]?.('first')
  await Bun.sleep(0)
  const named = askAgain(client, ['plans'])
  await Bun.sleep(0)
  plans.answers[1]?.('second')
  await named
  expect([orders.answers.length, plans.answers.length]).toEqual([1, 2])
  const all = askAgain(client)
  await Bun.sleep(0)
  orders.answers[1]?.('third')
  plans.answers[2]?.('third')
  await all
  expect([orders, plans].map(({ observer }) => observer.getCurrentResult().data)).toEqual(['third', 'third'])
  orders.stop()
  plans.stop()
})
