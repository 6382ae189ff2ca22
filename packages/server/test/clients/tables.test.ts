import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { clientGuides } from '@tollgate/contract'
import { clis, UNTRIED } from './cli/index.ts'
import { frameworks } from './frameworks/frameworks.ts'

test('every client in the guides is tested, or has a reason not to be', () => {
  const tried = clis.map(({ id, guide = id }) => guide)
  const ids = clientGuides.map(({ id }) => id)
  expect([...new Set([...tried, ...Object.keys(UNTRIED)])].toSorted()).toEqual(ids.toSorted())
})

test('every driven client has a guide with the command of a first question', () => {
  const commanded = clientGuides.filter(({ settings }) => settings.some(({ where }) => 'command' in where))
  const driven = clis.filter(({ ask }) => ask !== undefined)
  expect(driven.map(({ id }) => id).toSorted()).toEqual(commanded.map(({ id }) => id).toSorted())
})

test('ids of clients and frameworks are unique', () => {
  for (const table of [clis, frameworks]) expect(new Set(table.map(({ id }) => id)).size).toBe(table.length)
})

test.each(frameworks)('$name has exact versions and a driver', ({ packages, driver }) => {
  for (const wanted of packages) expect(wanted).toMatch(/.(@|==)\d+\.\d+\.\d+$/)
  expect(existsSync(join(import.meta.dir, 'frameworks/drivers', driver))).toBeTrue()
})
