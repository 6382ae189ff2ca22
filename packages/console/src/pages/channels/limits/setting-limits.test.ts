import { expect, test } from 'bun:test'
import { readSetting, withLimit, withMember } from './setting-limits.ts'

test('a limit is added to the other members of the setting, and 0 removes it', () => {
  const text = withLimit('{"proxy":"socks5://10.0.0.5:1080"}', 'rpm_limit', 60)
  expect(JSON.parse(text)).toEqual({ proxy: 'socks5://10.0.0.5:1080', rpm_limit: 60 })
  expect(JSON.parse(withLimit(text, 'rpm_limit', 0))).toEqual({ proxy: 'socks5://10.0.0.5:1080' })
  expect([withLimit('', 'tpm_limit', 5), withLimit('{"tpm_limit":5}', 'tpm_limit', 0)]).toEqual([
    '{\n  "tpm_limit": 5\n}',
    '',
  ])
})

test('a switch is a member like a limit, and off removes it', () => {
  const on = withMember('{"rpm_limit":5}', 'allow_model_choice', true)
  expect(JSON.parse(on)).toEqual({ rpm_limit: 5, allow_model_choice: true })
  expect(JSON.parse(withMember(on, 'allow_model_choice', undefined))).toEqual({ rpm_limit: 5 })
})

test('text that is not a JSON object stays unchanged', () => {
  for (const text of ['{', '[]', '1', 'null']) {
    expect(readSetting(text)).toBeNull()
    expect(withLimit(text, 'rpm_limit', 1)).toBe(text)
  }
})
