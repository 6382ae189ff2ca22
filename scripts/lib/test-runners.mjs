import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bun, bunEnvironment } from './bun.mjs'
import { whenEnding } from './endings.mjs'
import { inProject } from './project.mjs'
import { exitCodeOf, start, stop } from './run.mjs'
import { say } from './script.mjs'

/**
 * The two test runners: which files are theirs, whether they open the built console, how each is
 * called, and how its report is read.
 * `read` turns the report's text into an outcome: `{passed, skipped, failures: [{file, name}], flaky: [name]}`.
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
      // Many tests wait for processes of theirs: two files at a time, as the browser suite has two workers.
      '--parallel=2',
      '--no-isolate',
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      ...files.map(file => `./${file}`),
    ],
    read: readJunit,
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
    read: readPlaywright,
  },
]

/**
 * Runs one runner's files. Resolves to its outcome; a runner that broke down counts as one failure.
 * Machines stall: files with failures run once more, when nothing else runs, and what passes then is reported as flaky.
 */
export async function runTests(runner, files, folder, environment) {
  const first = await runOnce(runner, files, join(folder, runner.name), environment)
  const again = [...new Set(first.failures.map(({ file }) => file))].filter(file => files.includes(file))
  if (again.length === 0 || again.length > MOST_FILES_AGAIN) return first
  say(`Running once more what failed: ${again.join(', ')} …`)
  const second = await runOnce(runner, again, join(folder, `${runner.name}-again`), environment)
  return second.passed === 0 ? first : afterSecondRun(first, again, second)
}

/** With more of them it is not the machine. */
const MOST_FILES_AGAIN = 8

async function runOnce(runner, files, report, environment) {
  const env = { ...bunEnvironment, ...environment, TEST_REPORT: report }
  const child = start(runner.program, runner.args(files, report), { env })
  whenEnding(() => stop(child, 'SIGINT'))
  const exitCode = await exitCodeOf(child)
  const outcome = existsSync(report) ? runner.read(readFileSync(report, 'utf8')) : NOTHING_RAN
  if (exitCode === 0 || outcome.failures.length > 0) return outcome
  return { ...outcome, failures: [{ file: '', name: `${runner.name} ended with exit code ${exitCode}` }] }
}

const NOTHING_RAN = { passed: 0, skipped: 0, failures: [], flaky: [] }

/** What failed first and not the second time is flaky; what the second run found beside it counts too. */
function afterSecondRun(first, again, second) {
  const key = ({ file, name }) => `${file} › ${name}`
  const stillFailing = new Set(second.failures.map(key))
  const recovered = first.failures.filter(failure => again.includes(failure.file) && !stillFailing.has(key(failure)))
  const elsewhere = first.failures.filter(({ file }) => !again.includes(file))
  return {
    passed: first.passed + recovered.length,
    skipped: first.skipped,
    failures: [...elsewhere, ...second.failures],
    flaky: [...first.flaky, ...recovered.map(key)],
  }
}

/** The outermost element of a JUnit report carries the totals; a failed case holds more than its attributes. */
function readJunit(report) {
  const total = name => Number(new RegExp(`<testsuites [^>]*\\b${name}="(\\d+)"`).exec(report)?.[1] ?? 0)
  const failures = [...report.matchAll(/<testcase ([^>]*[^/])>\s*<(?:failure|error)/g)].map(([, attributes]) => ({
    file: attribute(attributes, 'file'),
    name: [attribute(attributes, 'classname'), attribute(attributes, 'name')].filter(Boolean).join(' › '),
  }))
  return {
    passed: total('tests') - total('failures') - total('skipped'),
    skipped: total('skipped'),
    failures,
    flaky: [],
  }
}

const attribute = (attributes, name) =>
  (new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '').replace(
    /&(lt|gt|quot|apos|amp);/g,
    (_, word) => ENTITIES[word],
  )

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function readPlaywright(report) {
  const { stats, errors, suites } = JSON.parse(report)
  const specs = suites.flatMap(specsOf)
  const named = status =>
    specs
      .filter(({ tests }) => tests.some(test => test.status === status))
      .map(({ file, title }) => ({ file: `packages/console/test/${file}`, name: title }))
  return {
    passed: stats.expected + stats.flaky,
    skipped: stats.skipped,
    failures: [...named('unexpected'), ...errors.map(({ message }) => ({ file: '', name: message }))],
    flaky: named('flaky').map(({ file, name }) => `${file} › ${name}`),
  }
}

/** The cases of a file lie in its describe blocks, however deep. */
const specsOf = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
