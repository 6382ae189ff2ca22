import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { inProject } from '../project.mjs'
import { targets } from './targets.mjs'

test.each(targets)('the paths of $name exist', ({ sources, tests, onPostgres = [] }) => {
  const paths = [...sources, ...tests.flat(), ...onPostgres]
  expect(paths.filter(path => !existsSync(inProject(path)))).toEqual([])
})
