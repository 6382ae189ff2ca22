import { expect, test } from 'bun:test'
import { optionKeys } from '@tollgate/contract'
import en from '../../phrases/en/options/index.ts'
import zh from '../../phrases/zh/options/index.ts'
import { optionsFound } from './search.ts'

test('an option is found by its key, its words in the current language, and its section', () => {
  expect(optionsFound('retrytimes', en)).toEqual(['RetryTimes'])
  expect(optionsFound('重试次数', zh)).toEqual(['RetryTimes'])
  expect(optionsFound('port MAIL server', en)).toEqual(['SMTPPort', 'SMTPSSLEnabled'])
  expect(optionsFound('gemini thinking', en)).toEqual([
    'gemini.thinking_adapter_enabled',
    'gemini.thinking_adapter_budget_tokens_percentage',
  ])
})

test('a blank search finds every option', () => {
  expect(optionsFound(' ', en)).toEqual(optionKeys)
})
