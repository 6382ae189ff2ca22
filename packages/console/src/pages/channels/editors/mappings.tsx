import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Entry, EntryKind } from '../../../components/entry-table/entries.ts'
import { writeEntries } from '../../../components/entry-table/entries.ts'
import { useModelsByType } from '../api.ts'
import type { ChannelValues } from '../channel-values.ts'
import { ExampleCall } from './example-call.tsx'
import { isStatus } from './mapping-checks.ts'
import { TableOrJson } from './table-or-json.tsx'
import { useMappingView } from './use-mapping-view.tsx'

/** The model mapping of the channel in the form. */
export function ModelMapping() {
  const form = Form.useFormInstance<ChannelValues>()
  const models = Form.useWatch('models', { form, preserve: true }) ?? []
  const type = Form.useWatch('type', { form, preserve: true })
  const { data: byType = {} } = useModelsByType()
  return <TableOrJson name="model_mapping" {...useMappingView(models, byType[String(type)] ?? [])} />
}

/** Statuses of the upstream, and those that count instead. */
export function StatusMapping() {
  const { t } = useTranslation()
  return (
    <TableOrJson
      name="status_code_mapping"
      kind="text"
      words={{ name: t('channelEditors.status.from'), value: t('channelEditors.status.to') }}
      example={{ '400': '500' }}
      problemOf={(entries, index) => {
        const { name = '', value = '' } = entries[index] ?? {}
        const cell = name !== '' && !isStatus(name) ? 'name' : value !== '' && !isStatus(value) ? 'value' : undefined
        return cell && { of: cell, words: t('channelEditors.status.invalid'), isError: true }
      }}
      outcome={entries =>
        entries
          .filter(({ name, value }) => isStatus(name) && isStatus(value))
          .map(({ name, value }) => <p key={name}>{t('channelEditors.status.outcome', { from: name, to: value })}</p>)
      }
    />
  )
}

/** Members of the body that are set whatever the client sent. */
export function ParamOverride() {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  const models = Form.useWatch('models', { form, preserve: true }) ?? []
  const before = { model: models[0] ?? 'gpt-4o', messages: '…', temperature: 1 }
  return (
    <TableOrJson
      name="param_override"
      kind="json"
      words={{ name: t('channelEditors.override.member'), value: t('channelEditors.override.value') }}
      example={{ temperature: 0 }}
      outcome={entries => <ExampleCall before={before} after={{ ...before, ...objectOf(entries, 'json') }} />}
    />
  )
}

const objectOf = (entries: Entry[], kind: EntryKind): object => JSON.parse(writeEntries(entries, kind))
