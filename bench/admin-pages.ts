import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../scripts/lib/script.mjs'
import { pathOf, writeBody } from './lib/bodies.ts'
import { consolePages, type PageCall } from './lib/console-pages.ts'
import { type Gateway, startGateway } from './lib/gateway.ts'
import { largestGap } from './lib/loop-gap.ts'
import { type Loaded, putLoad } from './lib/put-load.ts'
import type { Outcome, Scenario, Setting } from './lib/scenario.ts'
import { seedLogRows } from './lib/seed.ts'
import { rounded } from './lib/table.ts'
import { headersFor } from './lib/targets.ts'

const STREAMS = 50
const SLICE_SECONDS = 2
const LONGEST_PAGE_MS = 30_000
const LARGEST_GAP = { atMost: 50 }
const SHOWN = 12

export const adminPages: Scenario = {
  name: 'admin-pages',
  title: `The loop’s largest gap while an administrator opens every page, and what ${STREAMS} paced streams feel of it`,
  isQuick: true,
  async run(setting) {
    const { stage, logRows } = setting
    say(`Inserting ${rounded(logRows)} log rows …`)
    const gateway = await startGateway(stage, { program: 'watched', seed: run => seedLogRows(run, logRows) })
    try {
      // excludes what is compiled for the first call of each kind
      await streams(setting, gateway)
      const quiet = await whileStreaming(setting, gateway, () => sleep(SLICE_SECONDS * 1_000))
      say(`Opening ${consolePages.length} pages …`)
      const opened: Opened[] = []
      const during = await whileStreaming(setting, gateway, async () => {
        for (const page of consolePages) opened.push(await open(gateway, page))
      })
      return outcomeOf(opened, longestDelayMs(quiet), longestDelayMs(during), logRows)
    } finally {
      await gateway.stop()
    }
  },
}

interface Opened extends PageCall {
  status: number
  seconds: number
  gapMs: number
  workMs: number
}

/** Keeps streams running until the act is over. */
async function whileStreaming(setting: Setting, gateway: Gateway, act: () => Promise<unknown>): Promise<Loaded[]> {
  let isOver = false
  const acting = act().finally(() => {
    isOver = true
  })
  const loads: Loaded[] = []
  while (!isOver) loads.push(await streams(setting, gateway))
  await acting
  return loads
}

const streams = ({ stage }: Setting, { port, bearer }: Gateway): Promise<Loaded> =>
  putLoad(stage, {
    port,
    path: pathOf.chat,
    body: writeBody(stage.folder, { size: '1.5 KB', answer: '20x50', format: 'chat' }),
    headersFile: headersFor(stage, [bearer]),
    connections: STREAMS,
    seconds: SLICE_SECONDS,
  })

const longestDelayMs = (loads: Loaded[]): number =>
  Math.max(...loads.map(({ chunkDelayMost }) => chunkDelayMost)) / 1_000

async function open({ operator, process }: Gateway, page: PageCall): Promise<Opened> {
  await largestGap(process)
  const startedAt = performance.now()
  const status = await statusOf(operator.url + page.path, operator.headers)
  const seconds = (performance.now() - startedAt) / 1_000
  // includes what the call leaves behind, such as garbage
  await sleep(30)
  const { largestGapMs, largestWorkMs } = await largestGap(process)
  return { ...page, status, seconds, gapMs: largestGapMs, workMs: largestWorkMs }
}

/** Resolves to the status once the whole answer has come; 0: it did not come. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(LONGEST_PAGE_MS) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

function outcomeOf(opened: Opened[], quietMs: number, delayMs: number, logRows: number): Outcome {
  const worst = opened.toSorted((one, other) => other.gapMs - one.gapMs)
  const cells = ({ name, path, status, seconds, gapMs, workMs }: Opened) => [
    `${name} (${path})`,
    String(status),
    ...[seconds, gapMs, workMs].map(rounded),
  ]
  const gap = (of: (one: Opened) => number) => Math.max(...opened.map(of))
  return {
    table: [
      [`the worst ${SHOWN} of ${opened.length} pages`, 'status', 'seconds', 'largest gap, ms', 'worked in one, ms'],
      ...worst.slice(0, SHOWN).map(cells),
    ],
    findings: [
      { name: 'largest gap while pages are opened', value: gap(one => one.gapMs), unit: 'ms', aim: LARGEST_GAP },
      { name: 'longest delay of a chunk meanwhile', value: delayMs, unit: 'ms', aim: LARGEST_GAP },
      { name: 'slowest page', value: gap(one => one.seconds) * 1_000, unit: 'ms', aim: { atMost: 15_000 } },
    ],
    notes: [
      `${rounded(logRows)} log rows on SQLite; without pages the longest delay of a chunk was ${rounded(quietMs)} ms.`,
    ],
    measured: opened,
  }
}
