import { expect, test } from 'bun:test'
import { optionLines } from '@tollgate/contract'
import { examples } from '../examples.ts'
import { groupNames } from './group-names.ts'
import { readRatios } from './ratio-rows.ts'

const namesIn = (text: string) => groupNames(() => text)

test('groups are those that have a ratio as typed, saved or not', () => {
  expect([namesIn('{"default":1,"new":2}'), namesIn(''), namesIn('{')]).toEqual([['default', 'new'], [], []])
})

test('a fresh install knows every group that its defaults and examples name', () => {
  const known = groupNames(key => optionLines[key].write(optionLines[key].default))
  const offered = Object.keys(optionLines.UserUsableGroups.default as object)
  const rows = readRatios(JSON.stringify(examples.GroupGroupRatio)) ?? []
  const named = [
    ...offered,
    ...rows.flatMap(({ users, calls }) => [users, calls]),
    ...(examples.AutoGroups as string[]),
  ]
  expect(named.filter(group => !known.includes(group))).toEqual([])
})
