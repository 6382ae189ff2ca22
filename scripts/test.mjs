/**
 * `npm test`: runs every suite with its own PostgreSQL, Redis and browser. `-- ledger` runs only the test files whose
 * path contains "ledger". `-- --changed` runs the tests that import what differs from the last commit
 * (`--changed=main`: from that branch); browser tests do not import the product, so only changed ones run. `-- --only
 * Bun` runs one of the two runners, `-- --shard 1/3` one third, `-- --repeat 20` each test twenty times, which finds
 * flaky tests. `-- --slowest` lists the slowest 30 tests afterwards.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildConsoleWhenStale } from './lib/console-build.mjs'
import { startMariadb } from './lib/mariadb.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { findHeadlessBrowser, findMariadb, findPrograms } from './lib/programs.mjs'
import { inProject } from './lib/project.mjs'
import { startRedis } from './lib/redis.mjs'
import { compile } from './lib/release/compile.mjs'
import { hostTarget } from './lib/release/runtime.mjs'
import { Failure, say, script } from './lib/script.mjs'
import { keepTemporaryFilesInMemory, temporaryFolder } from './lib/temporary-folder.mjs'
import { runTests, testRunners } from './lib/test-runners.mjs'

const MOST_SLOW = 30
/** The suites need half of it. */
const ROOM_IN_MEMORY_BYTES = 3 * 2 ** 30

/** `--changed` without a value compares with the last commit. */
const given = process.argv.slice(2).map(word => (word === '--changed' ? '--changed=HEAD' : word))
const { values: choice, positionals: filters } = parseArgs({
  args: given,
  allowPositionals: true,
  options: {
    changed: { type: 'string' },
    only: { type: 'string' },
    repeat: { type: 'string' },
    shard: { type: 'string' },
    slowest: { type: 'boolean', default: false },
  },
})

await script(async () => {
  const suites = suitesMatching(filters)
  await installNpmPackages()
  keepTemporaryFilesInMemory(ROOM_IN_MEMORY_BYTES)
  const needsConsole = suites.some(suite => suite.runner.needsConsole)
  // A few files run faster than it compiles.
  const compiled = needsConsole || filters.length === 0 ? await compileGateways() : {}
  const browser = needsConsole ? { TEST_CHROMIUM: await findHeadlessBrowser() } : {}
  const { redis, pgCtl } = await findPrograms('redis', 'pgCtl')
  const needsMariadb = suites.some(({ files }) => files.some(file => file.includes('moving-in')))
  const mariadb = needsMariadb && (await findMariadb())
  say(`Starting PostgreSQL${mariadb ? ', MariaDB' : ''} and Redis …`)
  const [databaseUrl, redisUrl, mysqlUrl] = await Promise.all([
    startPostgres(pgCtl),
    startRedis(redis),
    mariadb ? startMariadb(mariadb) : '',
  ])
  const servers = { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl, TEST_MYSQL_URL: mysqlUrl }
  const environment = { ...servers, ...browser, ...compiled, TMPDIR: process.env.TMPDIR }

  const reports = temporaryFolder('reports')
  const outcomes = []
  for (const { runner, files } of suites) {
    say(`Running the ${runner.name} tests: ${files.length} ${files.length === 1 ? 'file' : 'files'} …`)
    outcomes.push(await runTests(runner, files, reports, environment, choice))
  }
  if (choice.slowest) printSlowest(outcomes)
  return printOutcome(outcomes)
})

/** The files of each runner: all of them, or those whose path contains one of the filters. */
function suitesMatching(filters) {
  const matches = file => filters.length === 0 || filters.some(filter => file.includes(filter))
  const files = ['packages', 'scripts', 'bench']
    .flatMap(folder => readdirSync(inProject(folder), { recursive: true }).map(file => `${folder}/${file}`))
    .filter(file => !file.includes('node_modules') && matches(file))
  const suites = testRunners
    .filter(({ name }) => choice.only === undefined || name.toLowerCase() === choice.only.toLowerCase())
    .map(runner => ({ runner, files: files.filter(runner.owns).sort() }))
  const withFiles = suites.filter(suite => suite.files.length > 0)
  if (withFiles.length === 0) throw new Failure(`No test file's path contains ${filters.join(' or ')}.`)
  return withFiles
}

/**
 * Compiles the gateway, and the one to be killed, into one file each: their processes start with a quarter of the work.
 * Returns nothing if this machine cannot compile them.
 */
async function compileGateways() {
  await buildConsoleWhenStale()
  const target = hostTarget()
  if (target === undefined) return {}
  const folder = temporaryFolder('gateways')
  const [gateway, mortal] = [join(folder, 'tollgate'), join(folder, 'mortal-gateway')]
  const mortalSource = inProject('packages', 'server', 'test', 'support', 'mortal-gateway.ts')
  await Promise.all([compile(target, gateway), compile(target, mortal, mortalSource)])
  return { TEST_GATEWAY: gateway, TEST_MORTAL_GATEWAY: mortal }
}

function printSlowest(outcomes) {
  const tests = outcomes.flatMap(outcome => outcome.durations).sort((one, other) => other.seconds - one.seconds)
  for (const { seconds, file, name } of tests.slice(0, MOST_SLOW))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${file} › ${name}`)
}

/** Prints the failures last, followed by the totals. Returns the exit code. */
function printOutcome(outcomes) {
  const failures = outcomes.flatMap(outcome => outcome.failures)
  for (const name of outcomes.flatMap(outcome => outcome.flaky)) console.log(`~ passed only the second time: ${name}`)
  for (const { file, name } of failures) console.log(`✗ ${file} › ${name}`)
  const sum = key => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const [passed, skipped] = [sum('passed'), sum('skipped')]
  console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  // A change may affect no test.
  const isEmpty = passed === 0 && choice.changed === undefined
  return failures.length > 0 || isEmpty ? 1 : 0
}
