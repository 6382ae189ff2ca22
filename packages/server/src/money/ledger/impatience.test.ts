import { expect, test } from 'bun:test'
import { rejection } from '../../../test/support/rejection.ts'
import { DatabaseUnavailable } from '../../platform/storage/transient-errors.ts'
import { impatience } from './impatience.ts'

test('a waiter gets its outcome or its error at once, and without one an error when its patience ends', async () => {
  const newWaiter = impatience(250)
  const [served, failed, left] = [newWaiter<string>(), newWaiter<string>(), newWaiter<string>()]
  served.resolve('there')
  failed.reject(new Error('refused'))
  expect(await served.promise).toBe('there')
  expect((await rejection(failed.promise)).message).toBe('refused')
  expect(await rejection(left.promise)).toBeInstanceOf(DatabaseUnavailable)
})
