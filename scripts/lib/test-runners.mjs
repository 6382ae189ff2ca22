import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bun, bunEnvironment } from './bun.mjs'
import { whenEnding } from './endings.mjs'
import { inProject } from './project.mjs'
import { exitCodeOf, start, stop } from './run.mjs'

/**
 * The two test runners: which files are theirs, whether they open the built console, how each is
 * called, and how its report counts.
 * `count` turns the report's text into `{passed, failed, skipped}`.
 */
export const testRunners = [
  {
    name: 'Bun',
    needsConsole: false,
    owns: file => /\.test\.tsx?$/.test(file),
    program: bun,
    args: (files, report) => [
      'test',
      '--timeout=20000',
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      ...files.map(file => `./${file}`),
    ],
    count: countJunit,
  },
  {
    name: 'Playwright',
    needsConsole: true,
    owns: file => file.endsWith('.browser.ts'),
    program: process.execPath,
    args: files => [
      inProject('node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      '--config=packages/console/test/playwright.config.ts',
      ...files,
    ],
    count: countPlaywright,
  },
]

/** Runs one runner's files. Resolves to its counts; a runner that broke down counts as one failure. */
export async function runTests(runner, files, folder, environment) {
  const report = join(folder, runner.name)
  const env = { ...bunEnvironment, ...environment, TEST_REPORT: report }
  const child = start(runner.program, runner.args(files, report), { env })
  whenEnding(() => stop(child, 'SIGINT'))
  const exitCode = await exitCodeOf(child)
  const counts = existsSync(report) ? runner.count(readFileSync(report, 'utf8')) : { passed: 0, failed: 0, skipped: 0 }
  if (exitCode === 0 || counts.failed > 0) return counts
  console.error(`✗ ${runner.name} ended with exit code ${exitCode} though no test failed.`)
  return { ...counts, failed: 1 }
}

/** The outermost element of a JUnit report carries the totals. */
function countJunit(report) {
  const total = name => Number(new RegExp(`<testsuites [^>]*\\b${name}="(\\d+)"`).exec(report)?.[1] ?? 0)
  const [failed, skipped] = [total('failures'), total('skipped')]
  return { passed: total('tests') - failed - skipped, failed, skipped }
}

function countPlaywright(report) {
  const { stats, errors } = JSON.parse(report)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped }
}
