import {
  type CheckedInputOf,
  type calls,
  channelSetting,
  MODEL_NAME_MAX_LENGTH,
  ModelMappingCycle,
  mapModel,
  splitList,
  statusCodeMapping,
} from '@tollgate/contract'
import { providerOf } from '@tollgate/gateway'
import { z } from 'zod'
import { consoleError } from '../../platform/http/console-error.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'

type Form = CheckedInputOf<typeof calls.channels.create>['body']
/** The fields that a form may set besides the key. */
export type ChannelFields = Omit<Partial<Form>, 'key'>

type Checked = Pick<
  ChannelRow,
  'type' | 'name' | 'base_url' | 'other' | 'models' | 'model_mapping' | 'setting' | 'status_code_mapping'
>

/** Checks the changed fields of a channel. Throws an `ApiError` for the first invalid one. */
export function checkFields(changed: ChannelFields, channel: Checked): void {
  for (const { fields, check } of rules) if (fields.some(field => field in changed)) check(channel)
}

const rules: { fields: (keyof ChannelFields)[]; check(channel: Checked): void }[] = [
  { fields: ['type'], check: checkType },
  { fields: ['name'], check: checkName },
  { fields: ['models'], check: checkModels },
  { fields: ['type', 'base_url'], check: checkAddress },
  { fields: ['type', 'other'], check: checkOther },
  { fields: ['model_mapping'], check: checkMapping },
  { fields: ['setting'], check: checkSetting },
  { fields: ['status_code_mapping'], check: checkStatusCodes },
]

function checkType({ type }: Checked): void {
  if (!providerOf(type)) throw consoleError('channel_type_unknown', { type }, 'type')
}

function checkName({ name }: Checked): void {
  if (name === '') throw consoleError('channel_name_and_key_required', {}, 'name')
}

function checkModels({ models }: Checked): void {
  const names = splitList(models)
  if (names.length === 0) throw consoleError('channel_models_required', {}, 'models')
  const long = names.find(name => name.length > MODEL_NAME_MAX_LENGTH)
  if (long) throw consoleError('channel_model_name_too_long', { limit: MODEL_NAME_MAX_LENGTH, model: long }, 'models')
}

function checkAddress({ type, base_url }: Checked): void {
  const provider = providerOf(type)
  if (provider?.plans && Object.hasOwn(provider.plans, base_url)) return
  const isNeeded = !provider?.baseUrl && !provider?.knowsAddress
  if (base_url === '' && isNeeded) throw consoleError('channel_base_url_required', {}, 'base_url')
  if (base_url !== '' && !(/^https?:\/\//i.test(base_url) && URL.canParse(base_url)))
    throw consoleError('channel_base_url_invalid', {}, 'base_url')
}

const regions = z.record(z.string(), z.string().trim().min(1)).refine(byModel => 'default' in byModel)
/** Characters allowed in a header or an address. */
const ONE_LINE = /^[^\r\n]*$/

function checkOther({ type, other }: Checked): void {
  const text = other.trim()
  const kind = providerOf(type)?.other
  if (kind === 'region' && text.startsWith('{')) {
    if (!regions.safeParse(parsed(text)).success) throw consoleError('channel_regions_invalid', {}, 'other')
  } else if (kind && !ONE_LINE.test(text)) throw consoleError('channel_other_one_line', {}, 'other')
}

const modelMapping = z.record(z.string(), z.string().min(1))

function checkMapping({ model_mapping }: Checked): void {
  if (model_mapping.trim() === '') return
  const mapping = modelMapping.safeParse(parsed(model_mapping)).data
  if (!mapping) throw consoleError('channel_model_mapping_invalid', {}, 'model_mapping')
  try {
    for (const model of Object.keys(mapping)) mapModel(mapping, model)
  } catch (error) {
    if (!(error instanceof ModelMappingCycle)) throw error
    throw consoleError('channel_model_mapping_cycle', { model: error.model }, 'model_mapping')
  }
}

/** Undefined for invalid JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function checkSetting({ setting }: Checked): void {
  if (setting.trim() === '') return
  const { error } = channelSetting.safeParse(JSON.parse(setting))
  if (error) throw consoleError('channel_setting_invalid', { member: error.issues[0]?.path.join('.') ?? '' }, 'setting')
}

function checkStatusCodes({ status_code_mapping: mapping }: Checked): void {
  if (mapping.trim() !== '' && !statusCodeMapping.safeParse(JSON.parse(mapping)).success)
    throw consoleError('channel_status_code_mapping_invalid', {}, 'status_code_mapping')
}
