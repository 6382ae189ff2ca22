import { expect, test } from 'bun:test'
import { ROLE, type User } from '@tollgate/contract'
import { mayOpen } from './guard.tsx'

const withRole = (role: number): User => ({ role }) as User

test('pages open from their role upwards, and public ones to everybody', () => {
  const people = [null, withRole(ROLE.user), withRole(ROLE.admin), withRole(ROLE.root)]
  expect(people.map(person => mayOpen('public', person))).toEqual([true, true, true, true])
  expect(people.map(person => mayOpen('user', person))).toEqual([false, true, true, true])
  expect(people.map(person => mayOpen('admin', person))).toEqual([false, false, true, true])
  expect(people.map(person => mayOpen('root', person))).toEqual([false, false, false, true])
})

test('a limited administrator opens the pages of their rights, and the super admin all', () => {
  const limited = { role: ROLE.admin, rights: ['users.see'] } as unknown as User
  const root = { role: ROLE.root, rights: [] } as unknown as User
  const open = (person: User) => [
    mayOpen('admin', person, 'users.see'),
    mayOpen('admin', person, { any: ['prices', 'users.see'] }),
    mayOpen('admin', person, { all: ['prices', 'users.see'] }),
    mayOpen('admin', person, 'codes'),
  ]
  expect(open(limited)).toEqual([true, true, false, false])
  expect(open(root)).toEqual([true, true, true, true])
  expect(open(withRole(ROLE.admin))).toEqual([true, true, true, true])
  expect(open(withRole(ROLE.user))).toEqual([false, false, false, false])
})
