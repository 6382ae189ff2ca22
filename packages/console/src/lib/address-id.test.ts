import { expect, test } from 'bun:test'
import { addressId, addressIdOrNone } from './address-id.ts'
import { NO_SCOPE, scopeOf } from './scope.ts'

const NO_IDS = ['', '0', '-1', '1.5', 'x', '1e400', '9007199254740993', 'NaN', '１']

test('an id is a whole number above zero; whatever else an address contains is none', () => {
  expect([addressId('7'), addressId('900719925474099')]).toEqual([7, 900_719_925_474_099])
  for (const text of NO_IDS) expect([text, addressId(text)]).toEqual([text, null])
  expect(addressIdOrNone('x')).toBe(Number.MAX_SAFE_INTEGER)
})

test('a scope without a team is one’s own, and an invalid member or project narrows nothing', () => {
  for (const team_id of NO_IDS) expect(scopeOf({ team_id, member_id: '3', project_id: '4' })).toEqual(NO_SCOPE)
  expect(scopeOf({ team_id: '2', member_id: '-3', project_id: '4' })).toEqual({
    team_id: '2',
    member_id: '',
    project_id: '4',
  })
})
