import { type Browser, chromium, type Page } from '@playwright/test'
import { buildConsoleWhenStale } from '../scripts/lib/console-build.mjs'
import { findPrograms } from '../scripts/lib/programs.mjs'
import { median } from './lib/figures.ts'
import { type Gateway, startGateway } from './lib/gateway.ts'
import type { Scenario } from './lib/scenario.ts'
import { signedInPage } from './lib/signed-in-page.ts'
import { rounded } from './lib/table.ts'

const CHANNELS = 500
const MODELS = 20
const TAGS = 10
/** The largest page size. */
const SHOWN = 100
const ROUNDS = 5

export const channelPage: Scenario = {
  name: 'channel-page',
  title: `The channel page with ${CHANNELS} channels, ${SHOWN} of them shown, until they are there`,
  async run({ stage }) {
    await buildConsoleWhenStale()
    const gateway = await startGateway(stage)
    const { chromium: executablePath } = await findPrograms('chromium')
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    try {
      await makeChannels(gateway)
      // excludes what is compiled and cached for the first time
      await open(browser, gateway)
      const opened: Opened[] = []
      while (opened.length < ROUNDS) opened.push(await open(browser, gateway))
      const [shownMs, workedMs] = [median(opened.map(one => one.shownMs)), median(opened.map(one => one.workedMs))]
      return {
        table: [
          ['of the channel page', `median of ${ROUNDS}`],
          ['until its channels are shown, ms', rounded(shownMs)],
          ['processor time of the page until then, ms', rounded(workedMs)],
        ],
        findings: [{ name: 'channel page with 500 channels', value: shownMs, unit: 'ms', aim: { atMost: 1_000 } }],
        measured: opened,
      }
    } finally {
      await browser.close()
      await gateway.stop()
    }
  },
}

interface Opened {
  shownMs: number
  workedMs: number
}

async function makeChannels({ operator }: Gateway): Promise<void> {
  const models = Array.from({ length: MODELS }, (_, model) => `model-${model}`).join(',')
  for (let tag = 0; tag < TAGS; tag++) {
    const key = Array.from({ length: CHANNELS / TAGS }, (_, at) => `sk-${tag}-${at}`).join('\n')
    await operator.makeChannel({ name: `Channel ${tag}`, key, models, tag: `tag-${tag}` })
  }
}

async function open(browser: Browser, gateway: Gateway): Promise<Opened> {
  const page = await signedInPage(browser, gateway, { 'channels-page-size': String(SHOWN) })
  try {
    const worked = await processorTime(page)
    const startedAt = performance.now()
    await page.goto(`${gateway.operator.url}/channel`, { waitUntil: 'commit' })
    await page.waitForFunction(shown => document.querySelectorAll('tbody strong').length === shown, SHOWN)
    return { shownMs: performance.now() - startedAt, workedMs: await worked() }
  } finally {
    await page.context().close()
  }
}

/** Returns a function for the milliseconds that the page's thread has worked since, whatever else the machine does. */
async function processorTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
}
