import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { readEntries } from '../../../components/entry-table/entries.ts'
import { jsonProblem } from '../../../components/json-field.tsx'
import { labelled } from '../../../lib/join-words.ts'
import { EntriesOrJson } from '../editors/entries-or-json.tsx'
import { useMappingView } from '../editors/use-mapping-view.tsx'
import type { MappingChange as Change } from './plan-changes.ts'

interface MappingChangeProps {
  value: Change
  onChange: (value: Change) => void
  /** The channels serve them, or they are known for the channels' types. */
  models: string[]
}

/** Whether to add lines to the mappings of several channels or to replace the mappings; and which lines. */
export default function MappingChange({ value, onChange, models }: MappingChangeProps) {
  const { t } = useTranslation()
  const label = t('channels.form.json.model_mapping.label')
  const isObject = readEntries(value.text) !== undefined
  return (
    <Form.Item label={label}>
      <Select
        aria-label={labelled(label, t('components.many.how'))}
        style={{ width: 140, marginBottom: 8 }}
        value={value.mode}
        onChange={mode => onChange({ ...value, mode })}
        options={(['add', 'replace'] as const).map(mode => ({
          value: mode,
          label: t(`components.many.modes.${mode}`),
        }))}
      />
      <EntriesOrJson
        {...useMappingView(models, models)}
        id="many-mapping"
        label={label}
        problem={isObject ? undefined : jsonProblem(value.text, t('channels.form.mappingInvalid'))}
        value={value.text}
        onChange={text => onChange({ ...value, text })}
      />
    </Form.Item>
  )
}
