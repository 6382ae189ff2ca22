import { CHANNEL_STATUS, type Channel, isOptionKey, optionKeys, optionLines } from '@tollgate/contract'
import { Document, isScalar, visit } from 'yaml'
import { escaped, UNPRINTABLE } from './printable.ts'
import type { Standing } from './standing.ts'
import { isPlainField, isPlainOption, OBJECT_FIELDS } from './without-secrets.ts'

const GROUPS = ['GroupRatio', 'UserUsableGroups'] as const
const PRICES = { ModelPrice: 'price', ModelRatio: 'ratio', CompletionRatio: 'completion', CacheRatio: 'cache' } as const

/**
 * Writes a site as a file that changes nothing when applied to it. Anything not known to be harmless is left out and
 * listed; a missing entry leaves its value unchanged.
 */
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
  // A selectable group without a ratio cannot be written as one.
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
  const [plain, wary] = [true, false].map(isPlain => own.filter(key => isPlainOption(key, text(key)) === isPlain))
  const file = {
    options: Object.fromEntries((plain ?? []).map(key => [key, writtenValue(key, text(key))])),
    ...(isWhole && { groups }),
    prices,
    channels: channels.map(one => channelOf(one, types)),
  }
  const secrets = [...secretsSet, ...(wary ?? [])].filter(isOptionKey).sort()
  const leftOut = channels.flatMap(one => {
    const fields = waryFields(one, types)
    return fields.length > 0
      ? [`Left out of the channel ${escaped(JSON.stringify(one.name))}: ${fields.join(', ')}`]
      : []
  })
  const notes = [
    'Applied with: npm run tollgate -- apply FILE',
    'Without secrets. Write each as the name of an environment variable, in braces after a dollar sign.',
    ...(secrets.length > 0 ? [`Secret options that are set: ${secrets.join(', ')}`] : []),
    ...leftOut,
  ]
  return `${notes.map(note => `# ${note}`).join('\n')}\n${yamlText(file)}`
}

/** In the usual YAML style. */
function writtenValue(key: keyof typeof optionLines, text: string): unknown {
  const { control } = optionLines[key]
  if (control === 'json') return JSON.parse(text)
  if (control === 'switch') return text === 'true'
  if (control === 'number') return Number(text)
  if (control === 'list') return text.split(',').filter(Boolean)
  return control === 'lines' ? text.split('\n').filter(Boolean) : text
}

/** Writes YAML with escaped control characters, so that it cannot control a terminal. */
function yamlText(file: unknown): string {
  const document = new Document(file)
  visit(document, {
    Scalar(_, node) {
      if (isScalar(node) && typeof node.value === 'string' && UNPRINTABLE.test(node.value)) node.type = 'QUOTE_DOUBLE'
    },
  })
  return escaped(document.toString({ lineWidth: 0 }))
}

function channelOf(channel: Channel, types: Standing['types']): Record<string, unknown> {
  const { name, base_url, models, group, priority, weight, tag, auto_ban, test_model, status } = channel
  const { other, openai_organization, max_input_tokens, key_spread } = channel
  const wary = waryFields(channel, types)
  const objects = OBJECT_FIELDS.filter(field => channel[field].trim() !== '')
  const filled = {
    ...{ key_spread, base_url, tag, test_model, other, openai_organization },
    ...Object.fromEntries(objects.map(field => [field, wary.includes(field) ? '' : JSON.parse(channel[field])])),
  }
  return {
    name,
    type: types.find(({ type }) => type === channel.type)?.id ?? channel.type,
    models: models.split(','),
    groups: group.split(','),
    enabled: status !== CHANNEL_STATUS.disabled,
    priority,
    weight,
    auto_ban: auto_ban === 1,
    ...Object.fromEntries(Object.entries(filled).filter(([field, value]) => value !== '' && !wary.includes(field))),
    ...(max_input_tokens > 0 && { max_input_tokens }),
  }
}

/** The fields that may hold a secret. */
function waryFields(channel: Channel, types: Standing['types']): string[] {
  const hasOther = types.find(({ type }) => type === channel.type)?.other ?? null
  const fields = ['base_url', 'other', ...OBJECT_FIELDS] as const
  return fields.filter(
    field => !isPlainField(field, channel[field]) || (field === 'other' && channel.other !== '' && hasOther === null),
  )
}
