import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'

const project = join(import.meta.dir, '../../../../..')
const versionIn = (folder: string): string => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
const version = versionIn(project)

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

test('the status, which the console shows, has the version of package.json', async () => {
  const { data } = (await (await fetch(`${gateway.url}/api/status`)).json()) as { data: { version: string } }
  expect(data.version).toBe(version)
})

test('every package has that version', () => {
  const packages = readdirSync(join(project, 'packages')).map(name => join(project, 'packages', name))
  const versions = packages.filter(folder => existsSync(join(folder, 'package.json'))).map(versionIn)
  expect(new Set(versions)).toEqual(new Set([version]))
})

test('it is the newest version in the changelog, below the unreleased changes', () => {
  const changelog = readFileSync(join(project, 'CHANGELOG.md'), 'utf8')
  const headings = [...changelog.matchAll(/^## (\S+)/gm)].map(([, heading]) => heading)
  expect(headings.slice(0, 2)).toEqual(['Unreleased', version])
})
