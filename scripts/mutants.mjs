/**
 * `npm run mutants`: makes small changes to the code, one at a time, and runs the tests. Prints the changes that no test noticed,
 * and how many were noticed. `-- planning` runs one target of scripts/lib/mutants/targets.mjs; `-- --sample 200 --seed 1` tries a
 * sample of all, drawn by that seed (these are the defaults); `-- --all` tries them all. The work happens in a copy of the sources.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bun, bunEnvironment } from './lib/bun.mjs'
import { whyEquivalent } from './lib/mutants/equivalent.mjs'
import { apply, mutantsOf } from './lib/mutants/mutate.mjs'
import { targets } from './lib/mutants/targets.mjs'
import { copyTree } from './lib/mutants/tree-copy.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { findPrograms } from './lib/programs.mjs'
import { inProject } from './lib/project.mjs'
import { exitCodeOf, start } from './lib/run.mjs'
import { Failure, say, script } from './lib/script.mjs'
import { temporaryFolder } from './lib/temporary-folder.mjs'

/** How much longer a test run may take than without a mutant. */
const PATIENCE = { times: 3, milliseconds: 10_000 }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})

await script(async () => {
  await installNpmPackages()
  const chosen = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  if (chosen.length === 0) throw new Failure(`No target is called ${positionals.join(' or ')}.`)
  const every = chosen.flatMap(target => sourcesOf(target).flatMap(file => mutantsIn(target, file)))
  const drawn = values.all ? every : sample(every, Number(values.sample), Number(values.seed))

  const tree = temporaryFolder('mutants')
  copyTree(tree)
  for (const target of chosen) {
    const mutants = drawn.filter(mutant => mutant.target === target)
    if (mutants.length > 0) await tryTarget(target, mutants, tree)
  }
  for (const target of chosen)
    say(
      scoreOf(
        target.name,
        drawn.filter(mutant => mutant.target === target),
      ),
    )
  say(scoreOf('together', drawn))
})

function mutantsIn(target, file) {
  return mutantsOf(file, readFileSync(inProject(file), 'utf8')).map(mutant => ({ target, file, ...mutant }))
}

async function tryTarget(target, mutants, tree) {
  const judges = [
    ...target.tests.map(paths => ({ tests: testFilesOf(paths), env: {} })),
    ...(target.onPostgres ? [{ tests: testFilesOf(target.onPostgres), env: await withPostgres() }] : []),
  ]
  const count = judges.reduce((sum, { tests }) => sum + tests.length, 0)
  say(`${target.name}: ${mutants.length} mutants before ${count} test files …`)
  for (const judge of judges) {
    const startedAt = performance.now()
    if (!(await passes(judge, tree, 600_000))) throw new Failure(`The tests of ${target.name} fail without any change.`)
    judge.limit = (performance.now() - startedAt) * PATIENCE.times + PATIENCE.milliseconds
  }
  for (const mutant of mutants) {
    const path = join(tree, mutant.file)
    const original = readFileSync(inProject(mutant.file), 'utf8')
    writeFileSync(path, apply(original, mutant))
    try {
      mutant.survived = await passAll(judges, tree)
    } finally {
      writeFileSync(path, original)
    }
    if (mutant.survived) printSurvivor(mutant)
  }
}

/**
 * Whether every judge lets a mutant pass; stops at the first that does not. Slow judges are asked twice, the second time with more
 * patience: a single failure on a busy machine does not prove that a test noticed.
 */
async function passAll([quick, ...slow], tree) {
  if (!(await passes(quick, tree, quick.limit))) return false
  for (const judge of slow) {
    const isPassed =
      (await passes(judge, tree, judge.limit)) || (await passes(judge, tree, judge.limit * PATIENCE.times))
    if (!isPassed) return false
  }
  return true
}

function printSurvivor(mutant) {
  const { file, line, before, after } = mutant
  const text = readFileSync(inProject(file), 'utf8').split('\n')[line - 1]
  const equivalent = whyEquivalent({ ...mutant, text })
  mutant.isEquivalent = equivalent !== undefined
  console.log(
    `  survived ${file}:${line}  ${short(before)}  →  ${short(after)}${equivalent ? `  (${equivalent})` : ''}`,
  )
}

/** Whether all tests pass within a time; a longer run counts as an endless loop. */
async function passes({ tests, env }, tree, milliseconds) {
  const args = ['test', '--bail', '--timeout=20000', ...tests.map(file => `./${file}`)]
  const { TEST_DATABASE_URL: _, ...own } = bunEnvironment // SQLite only is fast
  const child = start(bun, args, { cwd: tree, env: { ...own, ...env }, stdio: 'ignore' })
  const limit = setTimeout(() => child.kill('SIGKILL'), milliseconds)
  const exitCode = await exitCodeOf(child)
  clearTimeout(limit)
  return exitCode === 0
}

async function withPostgres() {
  const { pgCtl } = await findPrograms('pgCtl')
  return { TEST_DATABASE_URL: await startPostgres(pgCtl) }
}

function testFilesOf(paths) {
  return filesOf(paths).filter(file => file.endsWith('.test.ts'))
}

function sourcesOf({ sources, except }) {
  return filesOf(sources).filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !except?.test(file))
}

/** All files below paths that end in `/`, and the other paths themselves. */
function filesOf(paths) {
  return paths.flatMap(path => {
    if (!existsSync(inProject(path))) return []
    if (!statSync(inProject(path)).isDirectory()) return [path]
    return readdirSync(inProject(path), { recursive: true })
      .map(name => path + name.replaceAll('\\', '/'))
      .filter(file => statSync(inProject(file)).isFile())
      .sort()
  })
}

/** A sample of a list, the same for the same seed, in the list's order. Source of the generator: Mulberry32. */
function sample(list, size, seed) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const drawn = list.map(item => ({ item, at: random() })).sort((a, b) => a.at - b.at)
  const kept = new Set(drawn.slice(0, size).map(({ item }) => item))
  return list.filter(item => kept.has(item))
}

function scoreOf(name, mutants) {
  const noticed = mutants.filter(({ survived }) => !survived).length
  const equivalent = mutants.filter(({ isEquivalent }) => isEquivalent).length
  const without =
    equivalent > 0
      ? `; without ${equivalent} that change nothing, ${percent(noticed, mutants.length - equivalent)}`
      : ''
  return `${name}: ${noticed} of ${mutants.length} noticed, ${percent(noticed, mutants.length)}${without}`
}

function percent(part, whole) {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}

function short(text) {
  return text.replace(/\s+/g, ' ').slice(0, 90)
}
