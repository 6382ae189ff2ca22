export const isClaude = (model: string): boolean => /claude/.test(model)

/**
 * Returns Bedrock's id of a model: a plain name of Anthropic's or Amazon's becomes one, with the prefix of a
 * cross-region profile if there is one. Other names are unchanged.
 */
export function bedrockId(model: string, region: string): string {
  const id = plainId(model)
  if (id === null) return model
  const prefix = prefixOf(model, region)
  return prefix === null ? id : `${prefix}.${id}`
}

function plainId(model: string): string | null {
  if (/^claude-/.test(model)) return `anthropic.${IRREGULAR[model] ?? model.replace(/-\d{8}$/, '$&-v1:0')}`
  return /^nova-/.test(model) ? `amazon.${model}` : null
}

/** https://docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html */
const IRREGULAR: Readonly<Record<string, string>> = {
  'claude-instant-1.2': 'claude-instant-v1',
  'claude-2.0': 'claude-v2',
  'claude-2.1': 'claude-v2:1',
  'claude-3-5-sonnet-20241022': 'claude-3-5-sonnet-20241022-v2:0',
  'claude-opus-4-6': 'claude-opus-4-6-v1',
}

/**
 * Where a model has cross-region profiles. The first match counts; newer models are assumed to be like the newest known
 * one.
 */
const PROFILES: readonly { models: RegExp; prefixes: readonly string[] }[] = [
  { models: /^claude-(2|instant)/, prefixes: [] },
  { models: /^claude-(3-opus|3-5-haiku|opus-4-1|opus-4-2025)/, prefixes: ['us'] },
  { models: /^claude-3-5-sonnet-20241022/, prefixes: ['us', 'apac'] },
  { models: /^claude-(3-|sonnet-4-2025)/, prefixes: ['us', 'eu', 'apac'] },
  { models: /^claude-opus-4-5/, prefixes: ['us', 'eu', 'global'] },
  { models: /^claude-/, prefixes: ['us', 'eu', 'jp', 'au', 'global'] },
  { models: /^nova-premier/, prefixes: ['us'] },
  { models: /^nova-2/, prefixes: ['us', 'eu', 'jp', 'global'] },
  { models: /^nova-/, prefixes: ['us', 'eu', 'apac'] },
]

/** The profiles of a region, nearest first. */
const NEIGHBOURS: readonly { regions: RegExp; prefixes: readonly string[] }[] = [
  { regions: /^us-gov-/, prefixes: ['us-gov'] },
  { regions: /^us-/, prefixes: ['us', 'global'] },
  { regions: /^eu-/, prefixes: ['eu', 'global'] },
  { regions: /^ap-northeast-[13]$/, prefixes: ['jp', 'apac', 'global'] },
  { regions: /^ap-southeast-[24]$/, prefixes: ['au', 'apac', 'global'] },
  { regions: /^ap-/, prefixes: ['apac', 'global'] },
  { regions: /./, prefixes: ['global'] },
]

function prefixOf(model: string, region: string): string | null {
  const offered = PROFILES.find(({ models }) => models.test(model))?.prefixes ?? []
  const near = NEIGHBOURS.find(({ regions }) => regions.test(region))?.prefixes ?? []
  return near.find(prefix => offered.includes(prefix)) ?? null
}
