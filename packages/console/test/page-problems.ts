import { readdirSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { ConsoleLanguage } from '@tollgate/contract'

export const DESKTOP = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** A busy machine may take this long. */
const LONGEST_WAIT_MS = 30_000
/** A page that has just changed may be wrong for this long. */
const LONGEST_CHANGE_MS = 5_000
const FEWEST_LOOKS = 3

/** Of `settled`, by which a page tells one from the next. */
let waits = 0

/**
 * Waits until the page is shown in its theme, and nothing loads or moves. It stays so for two frames: a page follows a new size or
 * theme only in the next one. The function below is asked at every frame and must not be async: what it returns counts at once.
 */
export async function settled(page: Page): Promise<void> {
  waits++
  await page.waitForFunction(
    wait => {
      const { colorScheme } = document.documentElement.style
      const isThere =
        document.querySelector('h1')?.checkVisibility() && matchMedia(`(prefers-color-scheme: ${colorScheme})`).matches
      const isLoading = document.querySelector('[aria-busy=true], .ant-skeleton') !== null
      const moves = document
        .getAnimations()
        .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
      const marked = window as unknown as { calm?: { wait: number; frames: number } }
      const before = marked.calm?.wait === wait ? marked.calm.frames : 0
      const frames = isThere && !isLoading && !moves ? before + 1 : 0
      marked.calm = { wait, frames }
      return frames > 2
    },
    waits,
    { timeout: LONGEST_WAIT_MS },
  )
}

/** Returns the problems that `look` finds at every look: a page that is still changing may have some for a moment. */
export async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  const end = Date.now() + LONGEST_CHANGE_MS
  for (let looks = 1; ; looks++) {
    const problems = await look()
    if (problems.length === 0 || (looks >= FEWEST_LOOKS && Date.now() > end)) return problems
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

/** Follows an address as a link does: the console is not loaded again. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(address => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Opens a page in a language. Retries, because a page that is still loading may store its own language over ours. */
export async function openIn(page: Page, language: string, path: string): Promise<void> {
  await expect(async () => {
    await page.evaluate(chosen => localStorage.setItem('i18nextLng', chosen), language)
    await page.goto(path)
    await settled(page)
    await expect(page.locator('html')).toHaveAttribute('lang', language, { timeout: LONGEST_CHANGE_MS })
  }).toPass()
}

/**
 * Refuses event streams, which never end, on the pages loaded from here on: a page without them comes to rest. `page.route` would pass
 * every request through here and switch the browser's cache off.
 */
export const withoutLive = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { fetch } = window
    const withoutStreams = (address: string | URL | Request, init?: RequestInit) =>
      /\/live(\?|$)/.test(String(address)) ? Promise.resolve(new Response(null, { status: 403 })) : fetch(address, init)
    window.fetch = withoutStreams as typeof fetch
  })

const CYRILLIC = '\\p{Script=Cyrillic}'
const KANA = '\\p{Script=Hiragana}\\p{Script=Katakana}'
const HAN = '\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef'
// frequent characters that only one of the Chinese scripts has
const SIMPLIFIED = '这们个为时间请设误关开发钥额账费价单电问输选页录读'
const TRADITIONAL = '這們個為時間請設誤關開發鑰額帳費價單電問輸選頁錄讀'

/** Letters that must not appear on a page in that language. */
const foreign: Record<ConsoleLanguage, string> = {
  zh: CYRILLIC + KANA + TRADITIONAL,
  en: CYRILLIC + KANA + HAN,
  ru: KANA + HAN,
  fr: CYRILLIC + KANA + HAN,
  ja: CYRILLIC + SIMPLIFIED,
  vi: CYRILLIC + KANA + HAN,
  'zh-TW': CYRILLIC + KANA + SIMPLIFIED,
}

const areas = readdirSync(new URL('../src/phrases/en', import.meta.url)).map(file =>
  file.replace(/\.ts$/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
)
/** An untranslated phrase shows its key; one without its values keeps the braces. */
const UNTRANSLATED = new RegExp(`^(${areas.join('|')})\\.[a-z][\\w.-]*$|\\{\\{`)

/** A folder for screenshots of every page looked at, if wanted. */
const { TEST_PICTURES } = process.env

async function keepPicture(page: Page, language: ConsoleLanguage): Promise<void> {
  if (!TEST_PICTURES) return
  const { pathname, search } = new URL(page.url())
  const { width } = page.viewportSize() ?? DESKTOP
  const place = `${pathname}${search}`.replaceAll(/[^a-z0-9]+/gi, '-')
  await page.screenshot({ path: `${TEST_PICTURES}/${Date.now()}${place}-${language}-${width}.png` })
}

/** Returns visible problems: a page wider than its window, foreign letters, untranslated phrases. */
export async function problemsOnScreen(page: Page, language: ConsoleLanguage): Promise<string[]> {
  await keepPicture(page, language)
  const foreignLetter = new RegExp(`[${foreign[language]}]`, 'u')
  return lasting(async () => {
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    const texts = await page.evaluate(visibleTexts)
    return [
      ...(excess > 0 ? [`${excess} px too wide`] : []),
      ...texts.filter(text => foreignLetter.test(text) || UNTRANSLATED.test(text)).map(text => `says “${text}”`),
    ]
  })
}

/**
 * All texts of the page, on screen and for screen readers. Runs in the browser. Text marked as another language (the languages' own
 * names) is left out.
 */
function visibleTexts(): string[] {
  const isShown = (element: Element | null) =>
    element?.checkVisibility({ visibilityProperty: true }) && element.closest('[lang]') === document.documentElement
  const texts: string[] = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    if (isShown(walker.currentNode.parentElement)) texts.push(walker.currentNode.textContent ?? '')
  }
  for (const name of ['placeholder', 'title', 'aria-label', 'alt']) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (isShown(element)) texts.push(element.getAttribute(name) ?? '')
    }
  }
  return texts.map(text => text.trim()).filter(Boolean)
}
