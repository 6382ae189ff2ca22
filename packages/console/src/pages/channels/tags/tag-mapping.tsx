import { Form } from 'antd'
import { TableOrJson } from '../editors/table-or-json.tsx'
import { useMappingView } from '../editors/use-mapping-view.tsx'
import type { TagValues } from './tag-change.ts'

/** The model mapping of all channels of a tag, which may serve different models. */
export function TagMapping({ known }: { known: readonly string[] }) {
  const form = Form.useFormInstance<TagValues>()
  const models = Form.useWatch('models', { form, preserve: true }) ?? []
  return <TableOrJson name="model_mapping" {...useMappingView(models.length > 0 ? models : undefined, known)} />
}
