import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '@tollgate/contract'
import { barriers } from './axe.ts'
import { startModelsUpstream } from './models-upstream.ts'
import { DESKTOP, PHONE, problemsOnScreen, settled } from './page-problems.ts'
import { test } from './signed-in.ts'

/** Overlays of the list of channels, by tags and with several selected. */
const views: Record<string, (page: Page) => Promise<unknown>> = {
  list: async () => {},
  'a tag opened': page => page.locator('tbody button[aria-expanded], article button[aria-expanded]').first().click(),
  'a tag’s form': page => page.locator('tbody td .anticon-edit, article .anticon-edit').first().click(),
  'more actions': page => page.locator('main header [aria-haspopup=menu]').first().click(),
  'the tag dialog': async page => {
    await page.locator('thead input[type=checkbox], article input[type=checkbox]').first().check()
    await page.locator('[role=toolbar] button').nth(2).click()
  },
}

for (const language of LANGUAGES) {
  test(`channels by tags, their dialogs and forms are shown in ${language}, in both themes, on a desktop and on a phone`, async ({
    page,
    operator,
  }) => {
    test.setTimeout(180_000)
    const upstream = await startModelsUpstream(['gpt-4o', 'gpt-6'])
    const channel = { type: 1, key: 'sk-upstream', models: 'gpt-4o,gpt-5', base_url: upstream.url }
    const { id } = await operator.addChannel({ ...channel, name: 'One', tag: 'east' })
    await operator.addChannel({ ...channel, name: 'Two', tag: 'east', status: 2, priority: 3 })
    await page.addInitScript(language => {
      localStorage.setItem('i18nextLng', language)
      localStorage.setItem('enable-tag-mode', 'true')
      localStorage.setItem('enable-batch-delete', 'true')
    }, language)
    const problems: string[] = []
    page.on('pageerror', error => problems.push(error.message))

    const look = async (place: string) => {
      for (const [name, size] of [
        ['desktop', DESKTOP],
        ['phone', PHONE],
      ] as const) {
        await page.setViewportSize(size)
        await settled(page)
        const found = [...(await problemsOnScreen(page, language)), ...(language === 'en' ? await barriers(page) : [])]
        problems.push(...found.map(problem => `${place}, ${name}: ${problem}`))
      }
      await page.setViewportSize(DESKTOP)
    }
    for (const [place, open] of Object.entries(views)) {
      await page.emulateMedia({ colorScheme: place.length % 2 === 0 ? 'light' : 'dark' })
      await page.setViewportSize(DESKTOP)
      await page.goto('/channel')
      await settled(page)
      await open(page)
      await settled(page)
      await look(place)
    }

    await page.goto(`/channel/edit/${id}`)
    await settled(page)
    const save = page.locator('.ant-drawer-footer .ant-btn-primary')
    await save.waitFor()
    await operator.ask('PUT', '/api/channel/', { id, name: 'Theirs', models: 'gpt-4o' })
    await page.locator('#name').fill('Mine')
    await save.click()
    await page.locator('.ant-modal table').waitFor()
    await look('two admins')
    await page.locator('.ant-modal-footer button').first().click()
    await page.locator('.ant-modal').waitFor({ state: 'hidden' })
    await save.waitFor()
    await upstream.stop()
    expect([...new Set(problems)]).toEqual([])
  })
}
