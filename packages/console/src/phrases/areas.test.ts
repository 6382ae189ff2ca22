import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { RIGHTS } from '@tollgate/contract'
import first from './en/first.ts'
import { en } from './en/index.ts'

const SOURCES = resolve(import.meta.dir, '..')
const isFirst = (area: string) => area in first.phrases
/** Some rights look like phrases: `users.see`. */
const SPOKEN = new RegExp(`['"\`](?!(?:${RIGHTS.join('|')})['"\`])(${Object.keys(en).join('|')})\\.`, 'g')

/**
 * The import loaded together with phrases, and the areas it names: `withPhrases(['log'],
 * import('./pages/log/index.tsx'))`.
 */
const WITH_PHRASES = /withPhrases\(\s*\[([^\]]*)\],\s*import\('(\.[^']+)'\),?\s*\)/g
const IMPORTED = /(?:^(?:import|export)(?! type\b)[^'"]*?\sfrom\s+|^import\s+|\bimport\()'(\.[^']+\.tsx?)'/gm

interface Source {
  /** The areas of its own phrases. */
  spoken: string[]
  imports: string[]
  withPhrases: { file: string; areas: string[] }[]
}

test('a lazily loaded part has the phrases of the areas it uses, and of no others', () => {
  const wrong: string[] = []
  const seen = new Set<string>()
  const check = (file: string, areas: string[]) => {
    const { spoken, later } = reached(file)
    const missing = spoken.filter(area => !areas.includes(area)).map(area => `${file} lacks ${area}`)
    const idle = areas.filter(area => !spoken.includes(area)).map(area => `${file} does not need ${area}`)
    wrong.push(...missing, ...idle)
    for (const one of later) {
      const key = `${one.file} ${one.areas}`
      if (seen.has(key)) continue
      seen.add(key)
      check(one.file, one.areas)
    }
  }
  check('main.tsx', [])
  expect(wrong).toEqual([])
  expect([...seen].length).toBeGreaterThan(20)
})

/** Everything a file imports, up to modules with phrases of their own. */
function reached(file: string) {
  const spoken = new Set<string>()
  const later: Source['withPhrases'] = []
  const files = new Set<string>()
  const visit = (path: string) => {
    if (files.has(path) || path.startsWith('phrases/')) return
    files.add(path)
    const source = sourceOf(path)
    for (const area of source.spoken) spoken.add(area)
    later.push(...source.withPhrases)
    const apart = new Set(source.withPhrases.map(one => one.file))
    for (const imported of source.imports) if (!apart.has(imported)) visit(imported)
  }
  visit(file)
  return { spoken: [...spoken].filter(area => !isFirst(area)), later }
}

function sourceOf(path: string): Source {
  const code = readFileSync(resolve(SOURCES, path), 'utf8')
  const inSources = (relative: string) => resolve(SOURCES, dirname(path), relative).slice(SOURCES.length + 1)
  return {
    spoken: [...code.matchAll(SPOKEN)].map(([, area = '']) => area),
    imports: [...code.matchAll(IMPORTED)].map(([, file = '']) => inSources(file)),
    withPhrases: [...code.matchAll(WITH_PHRASES)].map(([, areas = '', file = '']) => ({
      file: inSources(file),
      areas: [...areas.matchAll(/'(\w+)'/g)].map(([, area = '']) => area),
    })),
  }
}
