import { expect } from '@playwright/test'
import { test } from './furnished.ts'
import { settled } from './page-problems.ts'

test.use({ reducedMotion: 'no-preference' })

test('menus, choices and dialogs stay where they are while they appear', async ({ page, furnished: _ }) => {
  const appeared: string[] = []
  await page.exposeFunction('tellAppearing', (line: string) => appeared.push(line))
  await page.addInitScript(() => {
    document.addEventListener('animationstart', ({ target, animationName }) => {
      const { className, classList } = target as HTMLElement
      if (!/-(enter|appear)-active/.test(className)) return
      Object.assign(window).tellAppearing(
        `${classList[0]} ${animationName} ${getComputedStyle(target as HTMLElement).transform}`,
      )
    })
  })
  const isThere = (selector: string) => expect(page.locator(selector)).toHaveCSS('opacity', '1')
  await page.goto('/log')
  await settled(page)
  await page.getByLabel('Type').click()
  await isThere('.ant-select-dropdown')
  await page.locator('.ant-select-item-option', { hasText: 'Call' }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  await isThere('.ant-dropdown')
  await page.getByRole('menuitem', { name: 'Refund these calls …' }).click()
  await isThere('.ant-modal')
  await expect
    .poll(() => [...new Set(appeared)].filter(line => !line.startsWith('ant-modal-mask')).sort())
    .toEqual(['ant-dropdown fade-in none', 'ant-modal fade-in none', 'ant-select-dropdown fade-in none'])
})
