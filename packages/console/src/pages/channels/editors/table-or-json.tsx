import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { readEntries } from '../../../components/entry-table/entries.ts'
import { jsonProblem } from '../../../components/json-field.tsx'
import { EntriesOrJson, type EntriesView } from './entries-or-json.tsx'

interface TableOrJsonProps extends EntriesView {
  name: 'model_mapping' | 'status_code_mapping' | 'param_override'
}

/** A form field of a channel, or of all those of a tag, with a JSON object. */
export function TableOrJson({ name, ...view }: TableOrJsonProps) {
  const { t } = useTranslation()
  const label = t(`channels.form.json.${name}.label`)
  return (
    <Form.Item
      name={name}
      label={label}
      extra={t(`channels.form.json.${name}.hint`)}
      validateTrigger="onBlur"
      rules={[
        {
          validator: async (_, text: string | undefined) => {
            const entries = readEntries(text ?? '', view.kind)
            const invalid = t(name === 'model_mapping' ? 'channels.form.mappingInvalid' : 'components.json.invalid')
            if (!entries) throw new Error(jsonProblem(text ?? '', invalid))
            const wrong = entries.map((_, at) => view.problemOf?.(entries, at)).find(problem => problem?.isError)
            if (wrong) throw new Error(wrong.words)
          },
        },
      ]}
    >
      <EntriesOrJson {...view} label={label} />
    </Form.Item>
  )
}
