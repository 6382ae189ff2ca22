import { expect, test } from 'bun:test'
import { problemsOf } from './problems.ts'

const fine = {
  guide: { notes: ['public_address'] as const },
  address: 'https://gateway.example',
  tokenState: 'enabled' as const,
  balance: 500_000,
  models: 3,
  tokenModels: 3,
}

test('there is no problem if a call would be answered', () => {
  expect(problemsOf(fine)).toEqual([])
  expect(problemsOf({ ...fine, tokenState: 'limited', models: undefined, tokenModels: undefined })).toEqual([])
})

test.each([
  [{ models: 0, tokenModels: 0 }, 'noModels'],
  [{ tokenModels: 0 }, 'noModelsOfToken'],
  [{ tokenState: 'disabled' }, 'disabled'],
  [{ tokenState: 'expired' }, 'expired'],
  [{ tokenState: 'exhausted' }, 'exhausted'],
  [{ balance: 0 }, 'balanceEmpty'],
  [{ balance: -20 }, 'balanceEmpty'],
  [{ address: 'http://localhost:3000' }, 'privateAddress'],
  [{ address: 'http://192.168.1.4:3000' }, 'privateAddress'],
  [{ address: 'http://[::1]:3000' }, 'privateAddress'],
  [{ address: 'https://gate.internal' }, 'privateAddress'],
] as const)('%o is said to be %s', (change, problem) => {
  expect(problemsOf({ ...fine, ...change })).toEqual([problem])
})

test('a client that calls from the user’s own computer reaches a private address', () => {
  expect(problemsOf({ ...fine, guide: { notes: [] }, address: 'http://localhost:3000' })).toEqual([])
})
