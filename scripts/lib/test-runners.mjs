import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bun, bunEnvironment } from './bun.mjs'
import { whenEnding } from './endings.mjs'
import { knownFlakyTests } from './known-flaky-tests.mjs'
import { inProject } from './project.mjs'
import { exitCodeOf, start, stop } from './run.mjs'
import { say } from './script.mjs'

/**
 * The two test runners: their files, how to run a selection of tests (`{shard?: '1/3', changed?: 'main', repeat?:
 * '20'}`), and how to read the report. `read` turns the report's text into an outcome: `{passed, skipped, failures:
 * [{file, name}], flaky: [name], durations: [{file, name, seconds}]}`.
 */
export const testRunners = [
  {
    name: 'Bun',
    needsConsole: false,
    owns: file => /\.test\.tsx?$/.test(file),
    program: bun,
    args: (files, report, { shard, changed, repeat }) => [
      'test',
      '--timeout=20000',
      '--preload=./packages/server/test/support/quick-passwords.ts',
      // Many tests wait for their own processes, so there is one file more than cores on a small machine.
      '--parallel=3',
      '--no-isolate',
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      ...(shard ? [`--shard=${shard}`] : []),
      ...(changed ? [`--changed=${changed}`, '--pass-with-no-tests'] : []),
      ...(repeat ? [`--rerun-each=${repeat}`] : []),
      ...files.map(file => `./${file}`),
    ],
    read: readJunit,
  },
  {
    name: 'Playwright',
    needsConsole: true,
    owns: file => file.endsWith('.browser.ts'),
    program: process.execPath,
    args: (files, _report, { shard, changed, repeat }) => [
      inProject('node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      '--config=packages/console/test/playwright.config.ts',
      ...(shard ? [`--shard=${shard}`] : []),
      ...(changed ? [`--only-changed=${changed}`, '--pass-with-no-tests'] : []),
      ...(repeat ? [`--repeat-each=${repeat}`] : []),
      ...files,
    ],
    read: readPlaywright,
  },
]

/**
 * Runs one runner's files. Resolves to its outcome; a crashed runner counts as one failure. Files with failures run
 * once more, alone, unless every test is repeated anyway. A test that passes only then still fails, and its name says
 * so; it is reported as flaky instead if `known` lists it with a cause.
 */
export async function runTests(runner, files, folder, environment, choice = {}, known = knownFlakyTests) {
  const first = await runOnce(runner, files, join(folder, runner.name), environment, choice)
  const again = [...new Set(first.failures.map(({ file }) => file))].filter(file => files.includes(file))
  if (choice.repeat || again.length === 0 || again.length > MOST_FILES_AGAIN) return first
  say(`Running once more what failed: ${again.join(', ')} …`)
  const second = await runOnce(runner, again, join(folder, `${runner.name}-again`), environment, {})
  return second.passed === 0 ? first : afterSecondRun(first, again, second, known)
}

/** With more failing files a second run would show nothing. */
const MOST_FILES_AGAIN = 8

async function runOnce(runner, files, report, environment, choice) {
  const env = { ...bunEnvironment, ...environment, TEST_REPORT: report }
  const child = start(runner.program, runner.args(files, report, choice), { env })
  whenEnding(() => stop(child, 'SIGINT'))
  const exitCode = await exitCodeOf(child)
  const outcome = existsSync(report) ? await runner.read(readFileSync(report, 'utf8')) : NOTHING_RAN
  if (exitCode === 0 || outcome.failures.length > 0) return outcome
  return { ...outcome, failures: [{ file: '', name: `${runner.name} ended with exit code ${exitCode}` }] }
}

const NOTHING_RAN = { passed: 0, skipped: 0, failures: [], flaky: [], durations: [] }

/** Tests that failed only the first time are flaky if known to be; new failures of the second run also count. */
function afterSecondRun(first, again, second, known) {
  const key = ({ file, name }) => `${file} › ${name}`
  const stillFailing = new Set(second.failures.map(key))
  const recovered = first.failures.filter(failure => again.includes(failure.file) && !stillFailing.has(key(failure)))
  const elsewhere = first.failures.filter(({ file }) => !again.includes(file))
  const isKnown = failure => known.some(({ file, name }) => file === failure.file && failure.name.endsWith(name))
  const flaky = recovered.filter(isKnown)
  const unsteady = recovered.filter(failure => !isKnown(failure))
  return {
    passed: first.passed + flaky.length,
    skipped: first.skipped,
    failures: [
      ...elsewhere,
      ...second.failures,
      ...unsteady.map(({ file, name }) => ({ file, name: `${name} (passed only the second time)` })),
    ],
    flaky: flaky.map(key),
    durations: first.durations,
  }
}

/** The outermost element of a JUnit report has the totals. */
async function readJunit(report) {
  // Imported late: `npm test` installs it first.
  const { XMLParser } = await import('fast-xml-parser')
  const attributes = { ignoreAttributes: false, attributeNamePrefix: '', parseAttributeValue: false }
  const parsed = new XMLParser({ ...attributes, isArray: name => LISTED.has(name) }).parse(report)
  const { tests = 0, failures = 0, skipped = 0 } = parsed.testsuites ?? {}
  const cases = (parsed.testsuites?.testsuite ?? []).flatMap(casesOf)
  return {
    passed: tests - failures - skipped,
    skipped: Number(skipped),
    failures: cases
      .filter(({ failure, error }) => failure !== undefined || error !== undefined)
      .map(one => ({ file: one.file, name: nameOf(one) })),
    flaky: [],
    durations: cases.map(one => ({ file: one.file, name: nameOf(one), seconds: Number(one.time) })),
  }
}

const LISTED = new Set(['testsuite', 'testcase'])

/** A file's cases are in the suites of its describe blocks, at any depth. */
const casesOf = suite => [...(suite.testcase ?? []), ...(suite.testsuite ?? []).flatMap(casesOf)]

const nameOf = ({ classname, name }) => [classname, name].filter(Boolean).join(' › ')

function readPlaywright(report) {
  const { stats, errors, suites } = JSON.parse(report)
  const specs = suites.flatMap(specsOf)
  const unexpected = specs
    .filter(({ tests }) => tests.some(test => test.status === 'unexpected'))
    .map(({ file, title }) => ({ file: `packages/console/test/${file}`, name: title }))
  return {
    passed: stats.expected,
    skipped: stats.skipped,
    failures: [...unexpected, ...errors.map(({ message }) => ({ file: '', name: message }))],
    flaky: [],
    durations: specs.flatMap(({ file, title, tests }) =>
      tests.map(({ results = [] }) => ({
        file: `packages/console/test/${file}`,
        name: title,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    ),
  }
}

/** A file's cases are in its describe blocks, at any depth. */
const specsOf = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
