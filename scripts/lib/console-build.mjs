import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bun } from './bun.mjs'
import { inProject, root } from './project.mjs'
import { runQuietly } from './run.mjs'
import { say } from './script.mjs'

const pack = inProject('scripts', 'lib', 'pack.ts')
const sources = ['packages/console', 'packages/contract', 'package-lock.json', 'scripts/lib/pack.ts']
const notSources = new Set(['dist', 'node_modules', 'test'])
const stamp = inProject('packages', 'console', 'dist', '.built-from')

/** Builds the console if its sources have changed since the last build. */
export async function buildConsoleWhenStale() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return
  await buildConsole()
}

/** Builds the console into packages/console/dist, with a compressed copy of each text. */
export async function buildConsole() {
  say('Building the console …')
  const builtFrom = fingerprint()
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js')
  const failure = 'The console could not be built; the reason is above.'
  // Set here because Bun, which may run this, sets another value.
  const env = { ...process.env, NODE_ENV: 'production' }
  await runQuietly(failure, process.execPath, [vite, 'build'], { cwd: inProject('packages', 'console'), env })
  await runQuietly(failure, bun, [pack, inProject('packages', 'console', 'dist')])
  writeFileSync(stamp, builtFrom)
}

/** A hash of the console's sources, the same in every copy of the project's folder. */
export function fingerprint(project = root) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(source => filesIn(join(project, source))))
    hash.update(relative(project, file)).update(readFileSync(file))
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter(name => !notSources.has(name))
  return names.sort().flatMap(name => filesIn(join(path, name)))
}
