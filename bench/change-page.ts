import { loadavg } from 'node:os'
import { type Browser, chromium, type Page } from '@playwright/test'
import { buildConsoleWhenStale } from '../scripts/lib/console-build.mjs'
import { findPrograms } from '../scripts/lib/programs.mjs'
import { median } from './lib/figures.ts'
import { type Gateway, startGateway } from './lib/gateway.ts'
import type { Scenario } from './lib/scenario.ts'
import { seedLogRows, seedUsers } from './lib/seed.ts'
import { signedInPage } from './lib/signed-in-page.ts'
import { rounded } from './lib/table.ts'

const ROUNDS = 5
/** Rows in each list: few, so that drawing them takes no time. */
const ROWS = 10

interface Change {
  from: string
  to: string
  /** The link in the side menu. */
  link: string
}

const CHANGES: Change[] = [
  { from: '/token', to: '/log', link: 'Usage log' },
  { from: '/log', to: '/user', link: 'Users' },
  { from: '/user', to: '/token', link: 'API tokens' },
]

export const changePage: Scenario = {
  name: 'change-page',
  title: 'From the press on a link of the side menu to the rows of that page, whose code is in the browser’s cache',
  async run({ stage }) {
    await buildConsoleWhenStale()
    const gateway = await startGateway(stage, {
      seed: async run => {
        await seedUsers(run, ROWS)
        await seedLogRows(run, ROWS)
      },
    })
    const { chromium: executablePath } = await findPrograms('chromium')
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    try {
      for (let at = 0; at < ROWS; at++) await gateway.operator.makeToken({ name: `token-${at}` })
      const measured = []
      for (const change of CHANGES) {
        const changed: Changed[] = []
        while (changed.length < ROUNDS) changed.push(await changeTwice(browser, gateway, change))
        measured.push({ change, changed, load: loadavg()[0] ?? 0 })
      }
      return {
        table: [
          ['from', 'to', `first time, ms (median of ${ROUNDS})`, 'second time, ms', 'load of the machine'],
          ...measured.map(({ change: { from, to }, changed, load }) => [
            from,
            to,
            rounded(median(changed.map(one => one.firstMs))),
            rounded(median(changed.map(one => one.secondMs))),
            rounded(load),
          ]),
        ],
        findings: measured.map(({ change: { from, to }, changed }) => ({
          name: `from ${from} to ${to}, the first time`,
          value: median(changed.map(one => one.firstMs)),
          unit: 'ms',
          aim: { atMost: 300 },
        })),
        measured,
      }
    } finally {
      await browser.close()
      await gateway.stop()
    }
  },
}

interface Changed {
  firstMs: number
  secondMs: number
}

async function changeTwice(browser: Browser, gateway: Gateway, change: Change): Promise<Changed> {
  const page = await signedInPage(browser, gateway, {})
  const open = async (path: string) => {
    await page.goto(gateway.operator.url + path)
    await page.waitForFunction(hasRows)
  }
  try {
    // fills the browser's cache
    await open(change.to)
    await open(change.from)
    const firstMs = await follow(page, change)
    await page.goBack()
    await page.waitForFunction(hasRows)
    return { firstMs, secondMs: await follow(page, change) }
  } finally {
    await page.context().close()
  }
}

const hasRows = () => document.querySelector('tbody tr[data-row]') !== null

/** Clicks the link; resolves to the milliseconds until the page's rows are in a drawn frame. */
async function follow(page: Page, { to, link }: Change): Promise<number> {
  const opens = page.getByRole('navigation', { name: 'Console menu' }).getByRole('link', { name: link })
  const following = page.evaluate(
    path =>
      new Promise<number>(resolve => {
        addEventListener(
          'click',
          () => {
            const pressedAt = performance.now()
            const before = document.querySelector('tbody')
            const look = () => {
              const rows = document.querySelector('tbody:has(tr[data-row])')
              if (location.pathname === path && rows && rows !== before)
                setTimeout(() => resolve(performance.now() - pressedAt))
              else requestAnimationFrame(look)
            }
            look()
          },
          { once: true, capture: true },
        )
      }),
    to,
  )
  await opens.click()
  return following
}
