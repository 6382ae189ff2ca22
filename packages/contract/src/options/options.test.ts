import { describe, expect, test } from 'bun:test'
import { status } from '../calls/status.ts'
import { type Reason, reasonMessage } from '../reasons.ts'
import { type OptionKey, optionKeys, optionLines, optionsIn, rightToChange, sectionsOf } from './index.ts'

const read = (key: OptionKey, text: string) => optionLines[key].read(text)

describe('every option', () => {
  test.each(optionKeys)('%s parses its own default', key => {
    const line = optionLines[key]
    expect(line.read(line.write(line.default))).toEqual({ value: line.default })
  })

  test('that is public has its own field in the status, and none is secret', () => {
    const fields = optionKeys.flatMap(key => optionLines[key].publicAs ?? [])
    expect(new Set(fields).size).toBe(fields.length)
    expect(fields.filter(field => !(field in status.get.reply.shape))).toEqual([])
    expect(optionKeys.filter(key => optionLines[key].secret && optionLines[key].publicAs)).toEqual([])
  })

  test('with a secret-sounding name is secret, except the public site key', () => {
    const named = optionKeys.filter(key => /(Token|Secret|Key)$|_secrets?$/.test(key) && key !== 'TurnstileSiteKey')
    expect(optionKeys.filter(key => optionLines[key].secret)).toEqual(named)
  })

  test('is in a section of its tab unless it is hidden', () => {
    const tabs = [...new Set(optionKeys.map(key => optionLines[key].tab))]
    const shown = tabs.flatMap(tab => sectionsOf(tab).flatMap(section => optionsIn(tab, section)))
    expect(shown).toEqual(optionKeys)
  })

  test('of the section “Time limits” is a time', () => {
    expect(optionsIn('model-related', 'relay').filter(key => !key.endsWith('_seconds'))).toEqual([])
  })
})

describe('an invalid value is refused with the reason', () => {
  const refusals: Array<[OptionKey, string, Reason]> = [
    ['RegisterEnabled', 'yes', { code: 'not_boolean' }],
    ['SMTPPort', 'mail', { code: 'not_number' }],
    ['SMTPPort', '', { code: 'not_number' }],
    ['SMTPPort', '0x50', { code: 'not_number' }],
    ['SMTPPort', '25.5', { code: 'not_integer' }],
    ['SMTPPort', '65536', { code: 'too_large', parameters: { max: 65_535 } }],
    ['Price', 'Infinity', { code: 'not_number' }],
    ['Price', '1e999', { code: 'too_large', parameters: { max: Number.MAX_VALUE } }],
    ['ModelRequestRateLimitDurationMinutes', '-1', { code: 'too_small', parameters: { min: 0 } }],
    ['ModelRequestRateLimitCount', '-2', { code: 'too_small', parameters: { min: -1 } }],
    ['ModelRequestRateLimitSuccessCount', '0', { code: 'too_small', parameters: { min: 1 } }],
    ['general_setting.ping_interval_seconds', '0', { code: 'too_small', parameters: { min: 1 } }],
    ['gemini.thinking_adapter_budget_tokens_percentage', '0.05', { code: 'too_small', parameters: { min: 0.1 } }],
    ['claude.thinking_adapter_budget_tokens_percentage', '1.01', { code: 'too_large', parameters: { max: 1 } }],
    ['DataExportDefaultTime', 'year', { code: 'not_choice', parameters: { choices: 'hour, day, week' } }],
    ['SystemName', '  ', { code: 'empty' }],
    ['SystemName', 'x'.repeat(5000), { code: 'too_long', parameters: { max: 4096 } }],
    ['ServerAddress', 'gateway.example', { code: 'not_address' }],
    ['TopUpLink', 'javascript:alert(1)', { code: 'not_address' }],
    ['EmailDomainWhitelist', 'qq.com,not a domain', { code: 'not_domain', parameters: { entry: 'not a domain' } }],
    ['EmailDomainWhitelist', 'qq.com,QQ.com', { code: 'duplicate', parameters: { entry: 'qq.com' } }],
    ['relay_setting.browser_origins', 'app.example', { code: 'not_origin', parameters: { entry: 'app.example' } }],
    ['relay_setting.browser_origins', 'https://a.b/c', { code: 'not_origin', parameters: { entry: 'https://a.b/c' } }],
    ['MetricsAddresses', '10.0.0.1\n10.0.0', { code: 'not_address_range', parameters: { entry: '10.0.0' } }],
    ['MetricsAddresses', '10.0.0.0/33', { code: 'not_address_range', parameters: { entry: '10.0.0.0/33' } }],
    ['AccentColor', 'blue', { code: 'not_color' }],
    ['AccentColor', '#ffcc00', { code: 'color_too_light', parameters: { contrast: '1.3', least: 4.5 } }],
    ['AccentColorDark', '#2a52c4', { code: 'color_too_dark', parameters: { contrast: '2.2', least: 4.5 } }],
    ['GroupRatio', '{"default":1,}', { code: 'not_json' }],
    ['GroupRatio', '', { code: 'not_json' }],
    ['GroupRatio', '['.repeat(100_000), { code: 'not_json' }],
    ['GroupRatio', '[]', { code: 'not_number_map', at: '' }],
    ['GroupRatio', '{"default":1,"vip":-1}', { code: 'not_number_map', at: 'vip' }],
    ['ModelRatio', '{"gpt-4o":"2"}', { code: 'not_number_map', at: 'gpt-4o' }],
    ['UserUsableGroups', '{"vip":1}', { code: 'not_text_map', at: 'vip' }],
    ['ModelRequestRateLimitGroup', '{"vip":[-1,1]}', { code: 'not_rate_limit_map', at: 'vip.0' }],
    ['ModelRequestRateLimitGroup', '{"vip":[0,0]}', { code: 'not_rate_limit_map', at: 'vip.1' }],
    ['ModelRequestRateLimitGroup', '{"vip":[200]}', { code: 'not_rate_limit_map', at: 'vip' }],
    ['AffinityRules', '[{"from":"body"}]', { code: 'not_affinity_rules', at: '0' }],
    ['AffinityRules', '[{"from":"token"},{"from":"user","key":"x"}]', { code: 'not_affinity_rules', at: '1' }],
    ['AffinityRules', '[{"from":"token","ttl":1}]', { code: 'not_affinity_rules', at: '0' }],
    ['Chats', '{"Client":"https://chat.example"}', { code: 'not_chat_list', at: '' }],
    ['Chats', '[{"One":"https://one.example","Two":"https://two.example"}]', { code: 'not_chat_list', at: '0' }],
    ['claude.default_max_tokens', '{"default":0}', { code: 'not_count_map', at: 'default' }],
    [
      'claude.model_headers_settings',
      '{"m":{"anthropic-beta":"x"}}',
      { code: 'not_header_map', at: 'm.anthropic-beta' },
    ],
    ['gemini.supported_imagine_models', '{"m":true}', { code: 'not_text_list', at: '' }],
  ]
  test.each(refusals)('%s = %s', (key, text, reason) => {
    expect(read(key, text)).toEqual({ reason })
  })
})

describe('a text is parsed to its value', () => {
  test.each<[OptionKey, string, unknown]>([
    ['ServerAddress', ' https://gateway.example/base// ', 'https://gateway.example/base'],
    ['oidc.well_known', 'https://id.example/', 'https://id.example/'],
    ['TopUpLink', '', ''],
    ['SMTPPort', ' 465 ', 465],
    ['Price', '7.25', 7.25],
    ['EmailDomainWhitelist', 'QQ.com, mail.example.org,', ['qq.com', 'mail.example.org']],
    ['EmailDomainWhitelist', '', []],
    ['relay_setting.browser_origins', 'https://App.example/\napp://-', ['https://app.example', 'app://-']],
    ['SensitiveWords', 'one\r\n\n  two  \n', ['one', 'two']],
    ['ModelRequestRateLimitCount', '-1', -1],
    ['ModelRequestRateLimitGroup', '{"vip":[0,1000]}', { vip: [0, 1000] }],
  ])('%s = %s', (key, text, value) => {
    expect(read(key, text)).toEqual({ value })
  })
})

describe('a reason', () => {
  test('is one sentence after the place it refers to', () => {
    expect(reasonMessage({ code: 'not_json' }, 'zh')).toBe('不是合法的 JSON 字符串')
    expect(reasonMessage({ code: 'too_small', parameters: { min: 1 }, at: 'vip' }, 'en')).toBe(
      'vip: must be at least 1',
    )
  })
})

test('options that decide the cost of a call require the right to prices, or the super admin', () => {
  const deciding: OptionKey[] = [
    ...(['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio', 'ModelPrices'] as const),
    ...(['GroupRatio', 'UserUsableGroups', 'SelfUseModeEnabled', 'QuotaPerUnit'] as const),
    // usage beyond a model's limits is not charged
    ...(['relay_setting.context_windows', 'relay_setting.output_limits'] as const),
  ]
  const open = deciding.filter(key => rightToChange(key) !== 'prices' && optionLines[key].access !== 'root')
  expect(open).toEqual([])
})
