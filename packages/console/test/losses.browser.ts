import { join } from 'node:path'
import { expect } from '@playwright/test'
import { LOG_TYPE } from '@tollgate/contract'
import { bun } from '../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../scripts/lib/run.mjs'
import { test } from './signed-in.ts'

const LOSSES = ['tool choice: this model cannot be made to call a tool', '"logit_bias": a reason of tomorrow']

const SAID = {
  en: LOSSES,
  ru: ['выбор инструмента: эта модель не принимает требование вызвать инструмент', LOSSES[1]],
  ja: ['ツールの選択：このモデルにツールの呼び出しを強制できません', LOSSES[1]],
}

test('what a call lost is told in the console’s language, and in English where it has no phrase', async ({
  page,
  gateway,
}) => {
  const other = JSON.stringify({ losses: LOSSES })
  const row = { user_id: 1, type: LOG_TYPE.consume, model_name: 'gpt-4o', request_id: 'lost', quota: 5, other }
  const rows = JSON.stringify([{ ...row, created_at: Math.floor(Date.now() / 1000) - 60 }])
  await runQuietly('The log stays empty.', bun, [join(import.meta.dirname, 'log-rows.ts'), gateway.databaseFile, rows])
  for (const [language, said] of Object.entries(SAID)) {
    await page.addInitScript(language => localStorage.setItem('i18nextLng', language), language)
    await page.goto('/log?type=2')
    await page.locator('tbody button[aria-expanded]').first().click()
    for (const words of said) await expect(page.getByText(words ?? '', { exact: true })).toBeVisible()
  }
})
