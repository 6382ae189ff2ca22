import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import browserSuite from '../../packages/console/test/playwright.config.ts'
import { knownFlakyTests } from './known-flaky-tests.mjs'
import { inProject } from './project.mjs'
import { runTests, testRunners } from './test-runners.mjs'

const [bunRunner, playwright] = testRunners

describe('reading test reports', () => {
  test('a JUnit report gives its outermost totals, and its failed cases by name', async () => {
    const report = `<?xml version="1.0"?>
      <testsuites name="bun test" tests="7" assertions="9" failures="1" skipped="1" time="0.1">
        <testsuite name="a.test.ts" tests="3" failures="1" skipped="0" time="0.1">
          <testcase name="holds" classname="room" time="0" file="a.test.ts" line="1" assertions="1" />
          <testcase name="says &quot;no&quot;" classname="room &amp; hall" time="0" file="a.test.ts" line="2" assertions="1">
            <failure type="AssertionError" message="no">no</failure>
          </testcase>
          <testcase name="waits" classname="room" time="0" file="a.test.ts" line="3" assertions="0">
            <skipped />
          </testcase>
          <testsuite name="a room" file="a.test.ts" tests="1" failures="0" skipped="0" time="0.1">
            <testcase name="is nested &lt;deep&gt;" classname="" time="0.1" file="a.test.ts" line="4" assertions="1" />
          </testsuite>
        </testsuite>
      </testsuites>`
    const failures = [{ file: 'a.test.ts', name: 'room & hall › says "no"' }]
    const outcome = await bunRunner?.read(report)
    expect(outcome).toMatchObject({ passed: 5, skipped: 1, failures, flaky: [] })
    expect(outcome?.durations[0]).toEqual({ file: 'a.test.ts', name: 'room › holds', seconds: 0 })
    expect(outcome?.durations.at(-1)).toEqual({ file: 'a.test.ts', name: 'is nested <deep>', seconds: 0.1 })
  })

  test('in a Playwright report a broken file failed', () => {
    const spec = (title: string, status: string) => ({ title, file: 'a.browser.ts', tests: [{ status }] })
    const report = JSON.stringify({
      stats: { expected: 4, flaky: 0, unexpected: 1, skipped: 4 },
      errors: [{ message: 'a file did not load' }],
      suites: [
        {
          specs: [spec('opens', 'expected')],
          suites: [{ specs: [spec('hangs', 'unexpected')] }],
        },
      ],
    })
    expect(playwright?.read(report)).toMatchObject({
      passed: 4,
      skipped: 4,
      failures: [
        { file: 'packages/console/test/a.browser.ts', name: 'hangs' },
        { file: '', name: 'a file did not load' },
      ],
      flaky: [],
    })
  })
})

describe('running tests', () => {
  /** A runner whose runs return these reports in order. */
  const runnerOf = (...reports: object[]) => ({
    name: 'scripted',
    program: process.execPath,
    args: (_files: string[], report: string) => [
      '-e',
      `require('fs').writeFileSync(${JSON.stringify(report)}, ${JSON.stringify(JSON.stringify(reports.shift()))})`,
    ],
    read: (report: string) => JSON.parse(report),
  })
  const failed = (...names: string[]) => names.map(name => ({ file: 'a.test.ts', name }))
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-runner-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('a test that passes only the second time fails, unless it is known to be flaky', async () => {
    const runner = runnerOf(
      { passed: 10, skipped: 1, failures: failed('stalls', 'wavers', 'breaks'), flaky: [] },
      { passed: 3, skipped: 0, failures: failed('breaks'), flaky: [] },
    )
    const known = [{ file: 'a.test.ts', name: 'stalls', cause: 'a slow disk' }]
    expect(await runTests(runner, ['a.test.ts', 'b.test.ts'], folder, {}, {}, known)).toMatchObject({
      passed: 11,
      skipped: 1,
      failures: failed('breaks', 'wavers (passed only the second time)'),
      flaky: ['a.test.ts › stalls'],
    })
  })

  test('no runner retries by itself, and a repeated run does not run again', async () => {
    expect(browserSuite.retries ?? 0).toBe(0)
    const report = { passed: 19, skipped: 0, failures: failed('breaks'), flaky: [] }
    const runner = runnerOf(report, { passed: 20, skipped: 0, failures: [], flaky: [] })
    expect(await runTests(runner, ['a.test.ts'], folder, {}, { repeat: '20' })).toMatchObject(report)
    for (const { args } of testRunners)
      expect(args([], '', { shard: undefined, changed: undefined, repeat: '20' })).toContainEqual(
        expect.stringMatching(/^--(rerun|repeat)-each=20$/),
      )
  })

  test('a second run in which nothing passes excuses nothing', async () => {
    const runner = runnerOf(
      { passed: 10, skipped: 0, failures: failed('breaks'), flaky: [] },
      { passed: 0, skipped: 0, failures: [], flaky: [] },
    )
    expect(await runTests(runner, ['a.test.ts'], folder, {})).toMatchObject({ failures: failed('breaks'), flaky: [] })
  })

  test('a runner that crashes without a report counts as one failure', async () => {
    const broken = {
      name: 'Broken on purpose',
      program: process.execPath,
      args: () => ['-e', 'process.exit(3)'],
      read: () => null,
    }
    const failures = [{ file: '', name: 'Broken on purpose ended with exit code 3' }]
    expect(await runTests(broken, [], folder, {})).toMatchObject({ passed: 0, skipped: 0, failures, flaky: [] })
  })
})

test('every test file belongs to exactly one runner', () => {
  const owners = (file: string) => testRunners.filter(runner => runner.owns(file)).map(runner => runner.name)
  expect(owners('packages/server/src/money/ledger/reserve.test.ts')).toEqual(['Bun'])
  expect(owners('packages/console/src/components/quota.test.tsx')).toEqual(['Bun'])
  expect(owners('packages/console/test/first-run.browser.ts')).toEqual(['Playwright'])
  expect(owners('packages/server/src/money/ledger/reserve.ts')).toEqual([])
})

describe('the known flaky tests', () => {
  test('do not grow in number', () => {
    expect(knownFlakyTests.length).toBeLessThanOrEqual(0)
  })

  test.each(knownFlakyTests)('$file has "$name", and the cause is given', ({ file, name, cause }) => {
    expect(readFileSync(inProject(file), 'utf8')).toContain(name)
    expect(cause.length).toBeGreaterThan(20)
  })
})
