import { expect, test } from 'bun:test'
import { rejection } from '../../../test/support/rejection.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { RoutingFailure } from '../../relay/errors/routing-failure.ts'
import { AttemptFailure } from '../../relay/errors/upstream-failure.ts'
import { type BatchCallContext, isNotFound, requireWallet } from './serve-batch-call.ts'
import { readTerms } from './terms.ts'

const failure = (status: number) => new AttemptFailure({ status } as AttemptFailure['reason'], null, null)

test('an upstream does not know an id only if it answers 404 itself', () => {
  expect(isNotFound(failure(404))).toBe(true)
  expect(isNotFound(new RoutingFailure(failure(404), [], {} as never))).toBe(true) // nothing else is read
  expect(isNotFound(failure(500))).toBe(false)
  expect(isNotFound(relayError('batch_unknown', { id: 'b' }))).toBe(false)
  expect(isNotFound(undefined)).toBe(false)
})

test('the stored terms of a batch must be an object', () => {
  expect(readTerms('{"models":[]}')).toMatchObject({ models: [] })
  for (const text of ['null', '7', '"terms"']) expect(() => readTerms(text)).toThrow()
})

test('a body is read only for a user who can pay', async () => {
  const asked: number[] = []
  const contextOf = (canPay: boolean) =>
    ({
      admission: { identity: { userId: 7 } },
      deps: { tokens: { canPay: async (id: number) => asked.push(id) > 0 && canPay } },
    }) as unknown as BatchCallContext
  await requireWallet(contextOf(true))
  expect(await rejection(requireWallet(contextOf(false)))).toMatchObject({ code: 'balance_empty' })
  expect(asked).toEqual([7, 7])
})
