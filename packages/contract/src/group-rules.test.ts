import { expect, test } from 'bun:test'
import { autoGroups, type GroupOptions, groupTermsOf } from './group-rules.ts'

const values = {
  GroupRatio: { default: 1, vip: 2, staff: 3, dear: 9 },
  UserUsableGroups: { vip: 'VIP', unpriced: 'No ratio' },
  GroupGroupRatio: { default: { vip: 0.5 } },
  AutoGroups: ['staff', 'vip', 'unpriced', 'default', 'vip'],
}
const options: GroupOptions = { get: key => values[key] as never }

test('auto tries the groups in their order that a user may call and that have a ratio, and the user’s own in any case', () => {
  expect(autoGroups(options, 'default')).toEqual(['vip', 'default'])
  expect(autoGroups(options, 'staff')).toEqual(['staff', 'vip'])
  expect(autoGroups(options, 'unpriced')).toEqual(['vip', 'unpriced'])
  expect(autoGroups({ get: key => (key === 'AutoGroups' ? [] : values[key]) as never }, 'default')).toEqual([])
})

test('a ratio between two groups replaces the called group’s own', () => {
  expect(groupTermsOf('vip', 'default', options)).toEqual({
    groupRatio: 0.5,
    userGroup: 'default',
    isBetweenGroups: true,
  })
  expect(groupTermsOf('vip', 'staff', options)).toEqual({ groupRatio: 2, userGroup: 'staff' })
  expect(groupTermsOf('gone', 'gone', options)).toEqual({ groupRatio: 1 })
})
