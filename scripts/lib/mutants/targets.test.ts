import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { inProject } from '../project.mjs'
import { equivalents } from './equivalent.mjs'
import { targets } from './targets.mjs'

test.each(targets)('the paths of $name exist', ({ sources, tests, onPostgres = [] }) => {
  const paths = [...sources, ...tests.flat(), ...onPostgres]
  expect(paths.filter(path => !existsSync(inProject(path)))).toEqual([])
})

test.each(equivalents)('$file contains the line of a mutant that changes nothing', ({ file, on }) => {
  const lines = readFileSync(inProject(`packages/server/src/${file}`), 'utf8').split('\n')
  expect(lines.filter(line => on.test(line))).not.toEqual([])
})
