import { expect as expectWithin, type Locator, type Page } from '@playwright/test'
import {
  LANGUAGES,
  type Language,
  type OptionKey,
  type OptionLine,
  optionKeys,
  optionLines,
  optionsIn,
  type SettingsSection,
  type SettingsTab,
  sectionsOf,
} from '@tollgate/contract'
import type { Operator } from './operator.ts'
import { problemsOnScreen, settled } from './page-problems.ts'
import { test } from './signed-in.ts'

/** Each test has its own gateway and browser, which start while others work. */
const expect = expectWithin.configure({ timeout: 20_000 })

const tabs = [...new Set(optionKeys.map(key => optionLines[key].tab))]
const places = tabs.flatMap(tab =>
  sectionsOf(tab)
    .filter(section => optionsIn(tab, section).length > 0)
    .map(section => [tab, section] as const),
)
/** Sections with an editor of their own instead of a field for each option; they have their own tests. */
const OWN_EDITORS: readonly SettingsSection[] = ['model-ratio', 'oidc-providers', 'panels']
const sections = places.filter(([, section]) => !OWN_EDITORS.includes(section))

/** Options that can only be saved after another option is set. */
const ADDRESS = 'https://gateway.example'

for (const tab of tabs) {
  test(`every section of “${tab}” saves what is typed and shows it again`, async ({ page, operator }) => {
    test.slow()
    await operator.setOption('ServerAddress', ADDRESS)
    await page.goto(`/setting?tab=${tab}`)
    await settled(page)
    const tried = sections.flatMap(([at, section]) => (at === tab && triedIn(tab, section).length > 0 ? [section] : []))
    for (const section of tried) {
      const frame = frameOf(page, tab, section)
      for (const key of triedIn(tab, section)) await change(page, frame, key)
      await expect(frame.getByText('not saved yet')).toBeVisible()
      await frame.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(frame.getByText('not saved yet')).toBeHidden()
    }
    await page.reload()
    await settled(page)
    for (const section of tried) {
      for (const key of triedIn(tab, section)) await expectChanged(page, frameOf(page, tab, section), key)
    }
    const changed = tried.flatMap(section => triedIn(tab, section)).filter(key => !optionLines[key].secret)
    await expect.poll(() => textsStored(operator, changed)).toEqual(changed.map(newText))
  })
}

for (const language of LANGUAGES) {
  test(`every section opens in ${language}, found by the keys of its options`, async ({ page }) => {
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    const problems: string[] = []
    for (const tab of tabs) {
      await page.goto(`/setting?tab=${tab}`)
      await settled(page)
      for (const section of sectionsOf(tab)) await expectRows(page, tab, section)
      problems.push(...(await problemsOnScreen(page, language as Language)))
    }
    expect(problems).toEqual([])
  })
}

const frameOf = (page: Page, tab: SettingsTab, section: SettingsSection) => page.locator(`#${tab}-${section}`)

async function expectRows(page: Page, tab: SettingsTab, section: SettingsSection): Promise<void> {
  const frame = frameOf(page, tab, section)
  for (const key of OWN_EDITORS.includes(section) ? [] : optionsIn(tab, section))
    await expect(frame.locator(`label[for="option-${key}"]`)).toBeVisible()
}

/** A switch that needs others, or an option that depends on a switch, is tested elsewhere. */
const triedIn = (tab: SettingsTab, section: SettingsSection): OptionKey[] =>
  optionsIn(tab, section).filter(key => isFree(optionLines[key]) && newText(key) !== '' && key !== LOCKS_OUT)

/** It leads administrators without a second factor away from here, and has its own test. */
const LOCKS_OUT: OptionKey = 'SecondFactorForAdminsEnabled'

const isFree = ({ needs, activeWith, control }: OptionLine) => !needs && !activeWith && control !== 'select'

/** Of an amount of quota, the field of the integer that is stored. */
function inputOf(frame: Locator, key: OptionKey): Locator {
  const labelled = `[id="option-${key}"]`
  if (!optionLines[key].isQuota) return frame.locator(labelled)
  return frame.locator('[data-control]', { has: frame.page().locator(labelled) }).getByLabel('The same in units')
}

async function change(page: Page, frame: Locator, key: OptionKey): Promise<void> {
  const { control } = optionLines[key]
  const input = inputOf(frame, key)
  if (control === 'switch') {
    await input.click()
    const question = page.getByRole('dialog').getByRole('button', { name: 'Turn off' })
    if (key === 'PasswordLoginEnabled') await question.click()
  } else if (control === 'list') {
    await input.fill('new.example')
    await input.press('Enter')
  } else {
    await input.fill(newText(key))
  }
}

async function expectChanged(page: Page, frame: Locator, key: OptionKey): Promise<void> {
  const { control } = optionLines[key]
  const input = inputOf(frame, key)
  if (control === 'switch') await expect(input).toBeChecked({ checked: newText(key) === 'true' })
  else if (control === 'list') await expect(frame.getByText('new.example', { exact: true })).toBeVisible()
  else if (control === 'secret') await expect(page.getByText('hidden words')).toBeHidden()
  else if (optionLines[key].isQuota) await expect(input).toHaveValue(Number(newText(key)).toLocaleString('en'))
  else await expect(input).toHaveValue(newText(key))
}

/** Another valid value than the default, as stored; empty: none can be made up. */
function newText(key: OptionKey): string {
  const { control, default: standard, max, read, write } = optionLines[key]
  if (control === 'switch') return String(!standard)
  // Large enough for a limit that is off by default.
  if (control === 'number') return String(Math.min(Number(standard) + 500, max ?? Number.MAX_SAFE_INTEGER))
  if (control === 'list') return [...(standard as string[]), 'new.example'].join(',')
  if (control === 'secret') return 'hidden words'
  const reading = textsFor(key)
    .map(text => read(text))
    .find(reading => 'value' in reading)
  return reading && 'value' in reading ? write(reading.value) : ''
}

function textsFor(key: OptionKey): string[] {
  const { control, default: standard } = optionLines[key]
  if (key === 'ServerAddress') return ['https://other.example']
  if (control !== 'json') return ['new words', 'https://new.example']
  const [first] = Object.values(standard as object)
  return first === undefined || Array.isArray(standard) ? [] : [JSON.stringify({ ...(standard as object), new: first })]
}

async function textsStored(operator: Operator, keys: OptionKey[]): Promise<(string | undefined)[]> {
  const list = await operator.ask<{ key: string; value: string }[]>('GET', '/api/option/')
  const byKey = new Map(list.map(({ key, value }) => [key, value]))
  return keys.map(key => byKey.get(key))
}
