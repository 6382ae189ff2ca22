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

const SHOWN = 100
const ROUNDS = 5

interface Drawer {
  name: string
  path: string
  pageSizeKey: string
  /** The row's button that opens it. */
  button: RegExp
  /** Text that shows it has opened. */
  content: string
}

const DRAWERS: Drawer[] = [
  {
    name: 'a channel’s form',
    path: '/channel',
    pageSizeKey: 'channels-page-size',
    button: /^Edit: /,
    content: '[role=dialog] form input',
  },
  {
    name: 'a token’s form',
    path: '/token',
    pageSizeKey: 'tokens-page-size',
    button: /^Edit: /,
    content: '[role=dialog] form input',
  },
  {
    name: 'a user’s form',
    path: '/user',
    pageSizeKey: 'users-page-size',
    button: /^Edit: /,
    content: '[role=dialog] form input',
  },
  {
    name: 'a log row',
    path: '/log',
    pageSizeKey: 'logs-page-size',
    button: /^Details/,
    content: 'tbody td[colspan] dl',
  },
]

export const openDrawer: Scenario = {
  name: 'open-drawer',
  title: `From the press on a row’s button to what it opens, with ${SHOWN} rows behind it`,
  async run({ stage }) {
    await buildConsoleWhenStale()
    const gateway = await startGateway(stage, {
      seed: async run => {
        await seedUsers(run, SHOWN)
        await seedLogRows(run, SHOWN)
      },
    })
    const { chromium: executablePath } = await findPrograms('chromium')
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    try {
      await makeRows(gateway)
      // excludes what is compiled and cached for the first time
      for (const drawer of DRAWERS) await openTwice(browser, gateway, drawer)
      const measured = []
      for (const drawer of DRAWERS) {
        const opened: Opened[] = []
        while (opened.length < ROUNDS) opened.push(await openTwice(browser, gateway, drawer))
        measured.push({ drawer, opened, load: loadavg()[0] ?? 0 })
      }
      return {
        table: [
          ['what is opened', `first time, ms (median of ${ROUNDS})`, 'second time, ms', 'load of the machine'],
          ...measured.map(({ drawer, opened, load }) => [
            drawer.name,
            rounded(median(opened.map(one => one.firstMs))),
            rounded(median(opened.map(one => one.secondMs))),
            rounded(load),
          ]),
        ],
        findings: measured.flatMap(({ drawer, opened }) =>
          (['firstMs', 'secondMs'] as const).map(time => ({
            name: `opening ${drawer.name} ${time === 'firstMs' ? 'the first time' : 'again'}`,
            value: median(opened.map(one => one[time])),
            unit: 'ms',
            aim: { atMost: 150 },
          })),
        ),
        measured: measured.map(({ drawer: { name }, opened, load }) => ({ name, opened, load })),
      }
    } finally {
      await browser.close()
      await gateway.stop()
    }
  },
}

interface Opened {
  firstMs: number
  secondMs: number
}

async function makeRows({ operator }: Gateway): Promise<void> {
  const key = Array.from({ length: SHOWN }, (_, at) => `sk-${at}`).join('\n')
  await operator.makeChannel({ name: 'Channel', key, models: 'model-1,model-2' })
  for (let at = 0; at < SHOWN; at++) await operator.makeToken({ name: `token-${at}` })
}

async function openTwice(browser: Browser, gateway: Gateway, drawer: Drawer): Promise<Opened> {
  const page = await signedInPage(browser, gateway, { [drawer.pageSizeKey]: String(SHOWN) })
  try {
    await page.goto(gateway.operator.url + drawer.path)
    await page.waitForFunction(shown => document.querySelectorAll('tbody tr[data-row]').length >= shown, SHOWN)
    await readRows(page)
    const firstMs = await openAt(page, drawer, 3)
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => !document.querySelector('[role=dialog]'))
    return { firstMs, secondMs: await openAt(page, drawer, 5) }
  } finally {
    await page.context().close()
  }
}

/** Has the pointer in the list for as long as that loads something. */
async function readRows(page: Page): Promise<void> {
  await page.locator('tbody tr[data-row]').nth(1).hover()
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const look = (before: number) => {
          const count = performance.getEntriesByType('resource').length
          if (count === before) resolve()
          else setTimeout(look, 1000, count)
        }
        look(0)
      }),
  )
}

/** Clicks a row's button; resolves to the milliseconds until the opened content is in a drawn frame. */
async function openAt(page: Page, { button, content }: Drawer, row: number): Promise<number> {
  const opens = page.locator('tbody').getByRole('button', { name: button }).nth(row)
  await opens.scrollIntoViewIfNeeded()
  const opening = page.evaluate(
    ([wanted, before]) =>
      new Promise<number>(resolve => {
        addEventListener(
          'click',
          () => {
            const pressedAt = performance.now()
            const look = () => {
              const found = [...document.querySelectorAll(wanted)].filter(element => element.checkVisibility())
              if (found.length > before) setTimeout(() => resolve(performance.now() - pressedAt))
              else requestAnimationFrame(look)
            }
            look()
          },
          { once: true, capture: true },
        )
      }),
    [content, await page.locator(content).count()] as const,
  )
  await opens.click()
  return opening
}
