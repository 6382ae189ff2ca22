import { afterAll, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprint } from './console-build.mjs'

const folder = mkdtempSync(join(tmpdir(), 'tollgate-copied-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a copied folder has the same fingerprint until a source is changed or renamed', () => {
  const [built, copied] = [join(folder, 'built'), join(folder, 'copied')]
  const sources = join('packages', 'console', 'src')
  mkdirSync(join(built, sources), { recursive: true })
  writeFileSync(join(built, sources, 'main.tsx'), 'main')
  cpSync(built, copied, { recursive: true })
  expect(fingerprint(copied)).toBe(fingerprint(built))
  renameSync(join(copied, sources, 'main.tsx'), join(copied, sources, 'page.tsx'))
  expect(fingerprint(copied)).not.toBe(fingerprint(built))
  writeFileSync(join(built, sources, 'page.tsx'), 'main')
  rmSync(join(built, sources, 'main.tsx'))
  expect(fingerprint(copied)).toBe(fingerprint(built))
  writeFileSync(join(copied, sources, 'page.tsx'), 'other')
  expect(fingerprint(copied)).not.toBe(fingerprint(built))
})
