/**
 * `npm run mutants`: makes small changes to the code, one at a time, and runs the tests. Prints the changes that no
 * test noticed, and how many were noticed. `-- planning` runs one target of scripts/lib/mutants/targets.mjs; `--
 * --sample 200 --seed 1` tries a sample of all, selected by that seed (these are the defaults); `-- --all` tries them
 * all. `-- --groups 1` runs only the first, fast group of each target's tests; `-- --part 2/3` tries every third change
 * of the sample, from the second on, so that a long run can be split. Works in a copy of the sources.
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
/** The limit for a group of tests without a mutant. */
const LONGEST_RUN_MS = 600_000
/** Three times the limit of `npm test`: a slow run on a busy machine must not count as noticing a mutant. */
const TEST_TIMEOUT_MS = 60_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    groups: { type: 'string', default: 'Infinity' },
    part: { type: 'string', default: '1/1' },
  },
})

await script(async () => {
  await installNpmPackages()
  const chosen = targets.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  if (chosen.length === 0) throw new Failure(`No target is called ${positionals.join(' or ')}.`)
  const every = chosen.flatMap(target => sourcesOf(target).flatMap(file => mutantsIn(target, file)))
  const [part, parts] = values.part.split('/').map(Number)
  const whole = values.all ? every : sample(every, Number(values.sample), Number(values.seed))
  const drawn = whole.filter((_, at) => at % parts === part - 1)

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
  const groups = target.tests.map(paths => ({ tests: testFilesOf(paths), env: {} }))
  const judges = groups.slice(0, Number(values.groups))
  if (target.onPostgres && Number(values.groups) > groups.length)
    judges.push({ tests: testFilesOf(target.onPostgres), env: await withPostgres() })
  const count = judges.reduce((sum, { tests }) => sum + tests.length, 0)
  say(`${target.name}: ${mutants.length} mutants before ${count} test files …`)
  for (const judge of judges) {
    const milliseconds = (await timeOf(judge, tree)) ?? (await timeOf(judge, tree))
    if (milliseconds === null)
      throw new Failure(`Without any change these tests of ${target.name} fail twice: ${judge.tests.join(' ')}`)
    judge.limit = milliseconds * PATIENCE.times + PATIENCE.milliseconds
  }
  for (const mutant of mutants) {
    const path = join(tree, mutant.file)
    const original = readFileSync(inProject(mutant.file), 'utf8')
    writeFileSync(path, apply(original, mutant))
    try {
      mutant.end = await endOf(mutant, judges, tree)
    } finally {
      writeFileSync(path, original)
    }
    if (mutant.end === 'survived') printSurvivor(mutant)
  }
}

/** How long a group of tests takes; null: it fails or exceeds the limit. */
async function timeOf(judge, tree) {
  const startedAt = performance.now()
  const outcome = await outcomeOf(judge, tree, LONGEST_RUN_MS)
  return outcome === 'passed' ? performance.now() - startedAt : null
}

/**
 * How a mutant ends: 'survived' if every group of tests passes, 'noticed' if one fails, 'late' if one exceeds its time.
 * The first group that notices is the last to run. A late group, and a slow one that fails, runs twice, the latter with
 * a longer limit: a single failure on a busy machine does not count as noticing.
 */
async function endOf({ file }, judges, tree) {
  for (const [place, judge] of judges.entries()) {
    const nearestFirst = { ...judge, tests: byNearness(judge.tests, file) }
    const first = await outcomeOf(nearestFirst, tree, judge.limit)
    const isSure = first === 'passed' || (first === 'noticed' && place === 0)
    const patience = first === 'late' ? 1 : PATIENCE.times
    const outcome = isSure ? first : await outcomeOf(nearestFirst, tree, judge.limit * patience)
    if (outcome !== 'passed') return outcome
  }
  return 'survived'
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

/**
 * Sorts test files: the source's own first, then those that share the most folders, since a run ends with the first
 * failing test.
 */
function byNearness(tests, source) {
  const folders = source.split('/')
  const isOwn = test => test === source.replace(/\.ts$/, '.test.ts')
  const shared = test => folders.findIndex((folder, depth) => folder !== test.split('/')[depth])
  const nearness = test => (isOwn(test) ? folders.length : shared(test))
  return tests.toSorted((one, other) => nearness(other) - nearness(one))
}

/**
 * The result of tests within a time limit: 'passed', 'noticed', or 'late' for a run beyond it, which counts as an
 * endless loop.
 */
async function outcomeOf({ tests, env }, tree, milliseconds) {
  const args = ['test', '--bail', `--timeout=${TEST_TIMEOUT_MS}`, ...tests.map(file => `./${file}`)]
  const { TEST_DATABASE_URL: _, ...own } = bunEnvironment // SQLite alone is faster
  const child = start(bun, args, { cwd: tree, env: { ...own, ...env }, stdio: 'ignore' })
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, milliseconds)
  const exitCode = await exitCodeOf(child)
  clearTimeout(limit)
  if (isLate) return 'late'
  return exitCode === 0 ? 'passed' : 'noticed'
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

/** A sample of a list, determined by the seed and in the list's order. Source of the generator: Mulberry32. */
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
  const noticed = mutants.filter(({ end }) => end !== 'survived').length
  const late = mutants.filter(({ end }) => end === 'late').length
  const equivalent = mutants.filter(({ isEquivalent }) => isEquivalent).length
  const without =
    equivalent > 0
      ? `; without ${equivalent} that change nothing, ${percent(noticed, mutants.length - equivalent)}`
      : ''
  const byTime = late > 0 ? `; ${late} of them as an endless loop` : ''
  return `${name}: ${noticed} of ${mutants.length} noticed, ${percent(noticed, mutants.length)}${without}${byTime}`
}

function percent(part, whole) {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}

function short(text) {
  return text.replace(/\s+/g, ' ').slice(0, 90)
}
