import { expect, test } from 'bun:test'
import { hashAtUsualCost } from '../../../test/support/quick-passwords.ts'
import { hashPassword, isPassword } from './password.ts'

test('a password matches its own hash only', async () => {
  const hash = await hashPassword('correct horse')
  expect([await isPassword('correct horse', hash), await isPassword('wrong horse', hash)]).toEqual([true, false])
})

test('no password matches a missing hash', async () => {
  expect([await isPassword('', ''), await isPassword('anything', undefined)]).toEqual([false, false])
})

test('a missing hash costs as much work as a real one', async () => {
  const cost = (hash: string) => hash.split('$').slice(1, 4).join('$')
  const costs: string[] = []
  const { verify } = Bun.password
  Bun.password.verify = (password, hash) => {
    costs.push(cost(String(hash)))
    return verify(password, hash)
  }
  const { hash: quickly } = Bun.password
  Bun.password.hash = hashAtUsualCost
  const hash = await hashPassword('correct horse')
  Bun.password.hash = quickly
  await isPassword('anything', undefined)
  Bun.password.verify = verify
  expect(costs).toEqual([cost(hash)])
})
