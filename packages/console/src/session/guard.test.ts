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
