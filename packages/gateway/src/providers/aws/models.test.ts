import { expect, test } from 'bun:test'
import { bedrockId } from './models.ts'

test.each([
  ['claude-3-7-sonnet-20250219', 'us-west-2', 'us.anthropic.claude-3-7-sonnet-20250219-v1:0'],
  ['claude-3-5-sonnet-20241022', 'ap-southeast-1', 'apac.anthropic.claude-3-5-sonnet-20241022-v2:0'],
  ['claude-3-5-sonnet-20241022', 'eu-west-1', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
  ['claude-haiku-4-5-20251001', 'ap-northeast-1', 'jp.anthropic.claude-haiku-4-5-20251001-v1:0'],
  ['claude-sonnet-4-6', 'sa-east-1', 'global.anthropic.claude-sonnet-4-6'],
  ['claude-opus-4-6', 'us-east-1', 'us.anthropic.claude-opus-4-6-v1'],
  ['claude-instant-1.2', 'us-east-1', 'anthropic.claude-instant-v1'],
  ['nova-pro-v1:0', 'eu-north-1', 'eu.amazon.nova-pro-v1:0'],
  ['anthropic.claude-v2', 'us-east-1', 'anthropic.claude-v2'],
  ['us.meta.llama4-maverick-17b-instruct-v1:0', 'us-east-1', 'us.meta.llama4-maverick-17b-instruct-v1:0'],
])('%s in %s is %s', (model, region, id) => {
  expect(bedrockId(model, region)).toBe(id)
})
