import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTests, testRunners } from './test-runners.mjs'

const [bunRunner, playwright] = testRunners

describe('counting test reports', () => {
  test('a JUnit report gives its outermost totals', () => {
    const report = `<?xml version="1.0"?>
      <testsuites name="bun test" tests="7" assertions="9" failures="2" skipped="1" time="0.1">
        <testsuite name="a.test.ts" tests="3" failures="2" skipped="0" time="0.1"></testsuite>
      </testsuites>`
    expect(bunRunner?.count(report)).toEqual({ passed: 4, failed: 2, skipped: 1 })
  })

  test('in a Playwright report a flaky test passed and a broken file failed', () => {
    const stats = { expected: 3, flaky: 1, unexpected: 2, skipped: 4 }
    const report = JSON.stringify({ stats, errors: [{ message: 'a file did not load' }] })
    expect(playwright?.count(report)).toEqual({ passed: 4, failed: 3, skipped: 4 })
  })

  test('a runner that breaks down without a report counts as one failure', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-runner-'))
    const broken = {
      name: 'Broken on purpose',
      program: process.execPath,
      args: () => ['-e', 'process.exit(3)'],
      count: () => null,
    }
    expect(await runTests(broken, [], folder, {})).toEqual({ passed: 0, failed: 1, skipped: 0 })
    rmSync(folder, { recursive: true })
  })
})

test('every test file belongs to exactly one runner', () => {
  const owners = (file: string) => testRunners.filter(runner => runner.owns(file)).map(runner => runner.name)
  expect(owners('packages/server/src/ledger/reserve.test.ts')).toEqual(['Bun'])
  expect(owners('packages/console/src/components/quota.test.tsx')).toEqual(['Bun'])
  expect(owners('packages/console/test/first-run.browser.ts')).toEqual(['Playwright'])
  expect(owners('packages/server/src/ledger/reserve.ts')).toEqual([])
})
