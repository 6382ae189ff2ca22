import { defineConfig } from '@playwright/test'

const { TEST_CHROMIUM, TEST_REPORT, TEST_KEEP_LOOKS } = process.env

/** The browser suite: real Chromium, with a gateway for each suite. */
export default defineConfig({
  testMatch: '*.browser.ts',
  outputDir: '../../../test-results',
  snapshotPathTemplate: 'looks/{arg}{ext}',
  updateSnapshots: TEST_KEEP_LOOKS ? 'all' : 'none',
  // A busy machine draws slowly. A long patience costs nothing where a test passes.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // each has a gateway and a browser
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ...(TEST_REPORT ? [['json', { outputFile: TEST_REPORT }] as const] : [])],
  use: {
    locale: 'en-US',
    // What moves is drawn again and again, and a click may miss it. Tests about what moves ask for it.
    reducedMotion: 'reduce',
    // wide enough for every column of every list
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    launchOptions: {
      executablePath: TEST_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages end before optimized machine code, or collecting garbage in several threads, would repay its cost.
        '--js-flags=--no-opt --no-maglev --single-threaded-gc',
      ],
    },
  },
})
