import { expect, test } from 'bun:test'
import { relayError } from '../../relay/call/relay-error.ts'
import { RoutingFailure } from '../../relay/errors/routing-failure.ts'
import { AttemptFailure } from '../../relay/errors/upstream-failure.ts'
import { isNotFound } from './serve-batch-call.ts'
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
