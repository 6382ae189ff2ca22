import { expect, type Page } from '@playwright/test'
import { test } from './signed-in.ts'

test('a section saves only what was changed, switches first, after showing old and new', async ({ page }) => {
  const saved = changesSent(page)
  await page.goto('/setting')
  const monitoring = page.getByRole('region', { name: 'Monitoring' })
  const save = monitoring.getByRole('button', { name: 'Save' })

  await save.click()
  await expect(page.getByText('You seem not to have changed anything')).toBeVisible()

  await page.getByLabel('Retries').fill('twenty')
  await page.getByLabel('Retries').blur()
  await expect(monitoring.getByRole('alert')).toHaveText('must be a number')
  await save.click()
  await expect(page.getByText('Please check your input')).toBeVisible()

  await page.getByLabel('Retries').fill('5')
  await page.getByLabel('Disable failing channels').click()
  await expect(monitoring.locator('footer')).toContainText('2 changes, not saved yet')
  await expect(monitoring.locator('footer')).toContainText('Retries3→5')
  await expect(monitoring.locator('footer')).toContainText('Disable failing channelsoff→on')
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect
    .poll(() => saved)
    .toEqual([
      { key: 'AutomaticDisableChannelEnabled', value: 'true' },
      { key: 'RetryTimes', value: '5' },
    ])

  await page.reload()
  await expect(page.getByLabel('Retries')).toHaveValue('5')
  await expect(page.getByLabel('Disable failing channels')).toBeChecked()
})

test('JSON is checked on leaving it, in the words of the language at hand', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'zh-CN'))
  await page.goto('/setting')
  await page.getByLabel('分组倍率').fill('{"default":1,}')
  await page.getByLabel('分组倍率').blur()
  await expect(page.getByRole('alert')).toHaveText('不是合法的 JSON 字符串')
  await page.getByRole('region', { name: '分组设置' }).getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('请检查输入')).toBeVisible()
})

test('a new site name shows at once', async ({ page }) => {
  await page.goto('/setting?tab=other')
  await page.getByLabel('Site name').fill('North Gate')
  await page.getByLabel('Site name').press('Control+Enter')
  await expect(page).toHaveTitle(/North Gate$/)
})

test('sign-in with a password stays on when its question is cancelled', async ({ page }) => {
  await page.goto('/setting?tab=system')
  const withPassword = page.getByRole('switch', { name: 'Sign-in with a password' })
  await withPassword.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(withPassword).toBeChecked()
  await withPassword.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(withPassword).not.toBeChecked()
})

test('a secret is set, never shown again, and cleared', async ({ page }) => {
  await page.goto('/setting?q=SMTPToken')
  const mail = page.getByRole('region', { name: 'Mail server' })
  const saved = page.getByText('Saved', { exact: true })
  await page.getByLabel('Password', { exact: true }).fill('hidden')
  await mail.getByRole('button', { name: 'Save' }).click()
  await expect(saved).toBeVisible()

  await page.reload()
  await expect(mail.getByText('Set', { exact: true })).toBeVisible()
  await expect(mail).not.toContainText('hidden')
  await mail.getByRole('button', { name: 'Clear' }).click()
  await mail.getByRole('button', { name: 'Save' }).click()
  await expect(saved).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('placeholder', 'Not set')
})

test('what the server refuses is shown at its field, and the rest is saved', async ({ page }) => {
  await page.goto('/setting?tab=system')
  const signIn = page.getByRole('region', { name: 'Sign-in and registration' })
  await page.getByLabel('Sign-in with GitHub').click()
  await page.getByLabel('Registration with a password').click()
  await signIn.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Some saves failed, please retry')).toBeVisible()
  await expect(signIn.getByRole('alert')).toHaveText(
    'Fill in GitHubClientId, GitHubClientSecret before enabling GitHubOAuthEnabled',
  )
  await expect(signIn.locator('footer')).toContainText('1 change, not saved yet')
})

test('a search goes through all tabs, and what depends on a switch waits for it', async ({ page }) => {
  await page.goto('/setting')
  await page.getByLabel('Search all settings').fill('keep-alives')
  await expect(page.getByText('1 setting found')).toBeVisible()
  await expect(page.getByLabel('Time between two keep-alives')).toBeDisabled()
  await page.getByLabel('Search all settings').fill('alive')
  await page.getByLabel('Keep waiting streams alive').click()
  await page.getByLabel('Search all settings').fill('keep-alives')
  await expect(page.getByLabel('Time between two keep-alives')).toBeEnabled()
})

test('unsaved changes wait while their user looks elsewhere', async ({ page }) => {
  await page.goto('/setting')
  await page.getByLabel('Retries').fill('9')
  await page.getByRole('link', { name: 'API tokens' }).click()
  await expect(page.getByText('Your unsaved changes are kept in the settings')).toBeVisible()
  await page.getByRole('link', { name: 'System settings' }).click()
  await expect(page.getByLabel('Retries')).toHaveValue('9')
})

test('clearing old logs names the moment and tells how many went', async ({ page }) => {
  await page.goto('/setting')
  await page.getByRole('button', { name: 'Clear logs' }).click()
  await expect(page.getByRole('dialog')).toContainText(/Delete all logs before \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\?/)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('0 log rows were deleted')).toBeVisible()
})

/** The bodies of all later option changes, in order. */
function changesSent(page: Page): unknown[] {
  const bodies: unknown[] = []
  page.on('request', request => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/option/')) bodies.push(request.postDataJSON())
  })
  return bodies
}
