/**
 * `npm test`: every suite, with a PostgreSQL, a Redis and a browser of its own.
 * `npm test -- ledger` runs only the test files whose path contains "ledger".
 */
import { readdirSync } from 'node:fs'
import { buildConsoleWhenStale } from './lib/console-build.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { findPrograms } from './lib/programs.mjs'
import { inProject } from './lib/project.mjs'
import { startRedis } from './lib/redis.mjs'
import { Failure, say, script } from './lib/script.mjs'
import { temporaryFolder } from './lib/temporary-folder.mjs'
import { runTests, testRunners } from './lib/test-runners.mjs'

await script(async () => {
  const suites = suitesMatching(process.argv.slice(2))
  await installNpmPackages()
  if (suites.some(suite => suite.runner.needsConsole)) await buildConsoleWhenStale()
  const { chromium, redis, pgCtl } = await findPrograms('chromium', 'redis', 'pgCtl')
  say('Starting PostgreSQL and Redis …')
  const [databaseUrl, redisUrl] = await Promise.all([startPostgres(pgCtl), startRedis(redis)])
  const environment = { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl, TEST_CHROMIUM: chromium }

  const reports = temporaryFolder('reports')
  const outcomes = []
  for (const { runner, files } of suites) {
    say(`Running the ${runner.name} tests: ${files.length} ${files.length === 1 ? 'file' : 'files'} …`)
    outcomes.push(await runTests(runner, files, reports, environment))
  }
  return printOutcome(outcomes)
})

/** Which runner runs which files: all of them, or those whose path contains one of the filters. */
function suitesMatching(filters) {
  const matches = file => filters.length === 0 || filters.some(filter => file.includes(filter))
  const files = ['packages', 'scripts', 'bench']
    .flatMap(folder => readdirSync(inProject(folder), { recursive: true }).map(file => `${folder}/${file}`))
    .filter(file => !file.includes('node_modules') && matches(file))
  const suites = testRunners.map(runner => ({ runner, files: files.filter(runner.owns).sort() }))
  const withFiles = suites.filter(suite => suite.files.length > 0)
  if (withFiles.length === 0) throw new Failure(`No test file's path contains ${filters.join(' or ')}.`)
  return withFiles
}

/** Names what failed, after everything else was printed; the last line counts. Returns the exit code. */
function printOutcome(outcomes) {
  const failures = outcomes.flatMap(outcome => outcome.failures)
  for (const name of outcomes.flatMap(outcome => outcome.flaky)) console.log(`~ passed only the second time: ${name}`)
  for (const { file, name } of failures) console.log(`✗ ${file} › ${name}`)
  const sum = key => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const [passed, skipped] = [sum('passed'), sum('skipped')]
  console.log(`${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failures.length > 0 || passed === 0 ? 1 : 0
}
