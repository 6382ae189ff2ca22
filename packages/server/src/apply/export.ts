import { CHANNEL_STATUS, type Channel, isOptionKey, optionKeys, optionLines } from '@tollgate/contract'
import { stringify } from 'yaml'
import type { Standing } from './standing.ts'

const GROUPS = ['GroupRatio', 'UserUsableGroups'] as const
const PRICES = { ModelPrice: 'price', ModelRatio: 'ratio', CompletionRatio: 'completion', CacheRatio: 'cache' } as const

/** Writes a site as a file that, applied to it, changes nothing. Secrets are left out; what they are of is said. */
export function exportText({ options, secretsSet, channels, types }: Standing): string {
  const text = (key: keyof typeof optionLines) => options.get(key) ?? optionLines[key].write(optionLines[key].default)
  const map = (key: keyof typeof optionLines) => JSON.parse(text(key)) as Record<string, unknown>
  const [ratios, usable] = GROUPS.map(map)
  const groups = Object.fromEntries(
    Object.entries(ratios ?? {}).map(([name, ratio]) => [
      name,
      { ratio, ...(usable?.[name] !== undefined && { usable: usable[name] }) },
    ]),
  )
  // A group that users may choose without a ratio cannot be written as one.
  const isWhole = Object.keys(usable ?? {}).every(name => name in groups)
  const prices: Record<string, Record<string, unknown>> = {}
  for (const [key, member] of Object.entries(PRICES))
    for (const [model, value] of Object.entries(map(key as keyof typeof PRICES)))
      prices[model] = { ...prices[model], [member]: value }
  const elsewhere: readonly string[] = [...(isWhole ? GROUPS : []), ...Object.keys(PRICES)]
  const own = optionKeys.filter(key => {
    const line = optionLines[key]
    return !line.secret && !elsewhere.includes(key) && text(key) !== line.write(line.default)
  })
  const file = {
    options: Object.fromEntries(own.map(key => [key, writtenValue(key, text(key))])),
    ...(isWhole && { groups }),
    prices,
    channels: channels.map(one => channelOf(one, types.find(({ type }) => type === one.type)?.id ?? one.type)),
  }
  const secrets = [...secretsSet].filter(isOptionKey).sort()
  const notes = [
    'Applied with: npm run tollgate -- apply FILE',
    'Without secrets. Write each as the name of an environment variable, in braces after a dollar sign.',
    ...(secrets.length > 0 ? [`Secret options that are set: ${secrets.join(', ')}`] : []),
  ]
  return `${notes.map(note => `# ${note}`).join('\n')}\n${stringify(file, { lineWidth: 0 })}`
}

/** As people write it in YAML. */
function writtenValue(key: keyof typeof optionLines, text: string): unknown {
  const { control } = optionLines[key]
  if (control === 'json') return JSON.parse(text)
  if (control === 'switch') return text === 'true'
  if (control === 'number') return Number(text)
  if (control === 'list') return text.split(',').filter(Boolean)
  return control === 'lines' ? text.split('\n').filter(Boolean) : text
}

const SECRET_NAME = /key|token|secret|password|authorization|credential/i
const WITH_CREDENTIALS = /:\/\/[^/\s"@]+@/

function channelOf(channel: Channel, type: string | number): Record<string, unknown> {
  const { name, base_url, models, group, priority, weight, tag, auto_ban, test_model, status } = channel
  const { other, openai_organization, max_input_tokens } = channel
  const filled = { key_spread: channel.key_spread, base_url, tag, test_model, other, openai_organization }
  return {
    name,
    type,
    models: models.split(','),
    groups: group.split(','),
    enabled: status !== CHANNEL_STATUS.disabled,
    priority,
    weight,
    auto_ban: auto_ban === 1,
    ...Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== '' && !WITH_CREDENTIALS.test(value))),
    ...(max_input_tokens > 0 && { max_input_tokens }),
    ...jsonFields(channel),
  }
}

/** Left out where they may hold a secret: what a file does not name stays as it is. */
function jsonFields(channel: Channel): Record<string, unknown> {
  const fields = ['model_mapping', 'status_code_mapping', 'setting', 'param_override'] as const
  const written = fields.filter(field => {
    const text = channel[field]
    const mayBeSecret = field !== 'model_mapping' && (SECRET_NAME.test(text) || WITH_CREDENTIALS.test(text))
    return text.trim() !== '' && !mayBeSecret
  })
  return Object.fromEntries(written.map(field => [field, JSON.parse(channel[field])]))
}
