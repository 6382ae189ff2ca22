import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inProject } from './lib/project.mjs'

const pages = ['architecture.md', ...readdirSync(inProject('docs', 'decisions')).map(name => `decisions/${name}`)]
const files = ['contract', 'gateway', 'server', 'console']
  .flatMap(name =>
    readdirSync(inProject('packages', name), { recursive: true, encoding: 'utf8' }).map(path => `/${name}/${path}`),
  )
  .filter(path => !path.includes('node_modules'))
const isNamed = (path: string) => files.some(file => file.endsWith(`/${path}`)) || existsSync(inProject(path))

describe.each(pages)('docs/%s', page => {
  const text = readFileSync(inProject('docs', page), 'utf8')

  test('names existing files and folders', () => {
    const paths = [...text.matchAll(/`((?:[\w.-]+\/)*[\w-]+\.(?:tsx?|mjs|cjs)|(?:[\w.-]+\/)+)`/g)].map(
      ([, path = '']) => path,
    )
    expect(paths.filter(path => !isNamed(path.replace(/\/$/, '')))).toEqual([])
  })

  test('links to existing pages', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link)
    expect(links.filter(link => !existsSync(join(dirname(inProject('docs', page)), link)))).toEqual([])
  })
})
