import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')
const FOLDERS = ['packages', 'scripts', 'bench']
const NOT_OURS = /(^|\/)(node_modules|dist|test-results|recordings)(\/|$)/

/** A quoted path or import that begins with `..`. */
const UPWARDS = /['"`](\.\.(?:\/[^'"`\n$]*)?)['"`$]/g

test('no path in the sources leaves the checkout', () => {
  const files = FOLDERS.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
  ).filter(file => /\.(ts|tsx|mjs|js|css|html)$/.test(file) && !NOT_OURS.test(file))
  const leaving = files.flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(UPWARDS)].flatMap(([, path = '']) => {
      const target = relative(root, resolve(root, dirname(file), path))
      return target.startsWith('..') ? [`${file}: ${path}`] : []
    })
  })
  expect(files.length).toBeGreaterThan(1_000)
  expect(leaving).toEqual([])
})
