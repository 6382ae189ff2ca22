import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page has. */
const MOST_STOPS = 150

/**
 * Presses Tab until a control has the focus, as somebody without a mouse does. Checks that every focused element on the way is
 * visible.
 */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  // Tab passes over what is still disabled.
  await expect(control).toBeEnabled()
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await control.evaluate(element => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
    const isLost = await page.evaluate(() => {
      const { activeElement } = document
      return (
        activeElement !== null &&
        activeElement !== document.body &&
        !activeElement.checkVisibility({ visibilityProperty: true })
      )
    })
    if (isLost) throw new Error('the focus is on what cannot be seen')
  }
  throw new Error(`the focus does not come to ${control}`)
}
