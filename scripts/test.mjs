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
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { runner, files } of suites) {
    say(`Running the ${runner.name} tests: ${files.length} ${files.length === 1 ? 'file' : 'files'} …`)
    const counts = await runTests(runner, files, reports, environment)
    for (const outcome of Object.keys(total)) total[outcome] += counts[outcome]
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
  return total.failed > 0 || total.passed === 0 ? 1 : 0
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
