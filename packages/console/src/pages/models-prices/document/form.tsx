import type { Reason } from '@tollgate/contract'
import { Alert, App, Form, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../../components/form-drawer.tsx'
import { reasonMessage } from '../../../lib/reason-message.ts'
import { type PriceTables, priceIn } from '../../settings/prices/price-tables.ts'
import { useSaveDocument } from '../api.ts'
import { type Entry, readEntry } from './entry.ts'
import { DocumentFields } from './fields.tsx'

interface DocumentValues {
  /** The model's entry in `ModelPrices`. */
  text: string
}

interface DocumentFormProps {
  model: string
  documents: Readonly<Record<string, Entry>>
  tables: PriceTables
  /** Shown below the fields, for the price written so far. */
  preview: (entry: Entry | null) => ReactNode
  onClose: () => void
}

/** The price of a model as a document: tiers, hours, images and whatever else ratios cannot say. */
export function DocumentForm({ model, documents, tables, preview, onClose }: DocumentFormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<DocumentValues>()
  const { mutateAsync: save } = useSaveDocument()
  const stored = Object.hasOwn(documents, model) ? documents[model] : undefined
  const check = async (_: unknown, text = '') => {
    const reading = readEntry(text)
    if ('reason' in reading) throw new Error(reasonOf(reading.reason))
  }
  const submit = async ({ text }: DocumentValues) => {
    const reading = readEntry(text)
    if ('reason' in reading) return false
    await save({ model, entry: reading.value, documents, tables })
    message.success(t('modelsPrices.saved', { count: 1 }))
    return true
  }
  return (
    <FormDrawer
      title={t('modelsPrices.document.title', { model })}
      form={form}
      draft={`price-document-${model}`}
      initial={{ text: stored ? JSON.stringify(stored, null, 2) : '' }}
      onSubmit={submit}
      onClose={onClose}
    >
      {Object.keys(priceIn(tables, model)).length > 0 && (
        <Alert type="info" showIcon title={t('modelsPrices.document.replaces')} />
      )}
      <Form.Item name="text" rules={[{ validator: check }]}>
        <DocumentFields />
      </Form.Item>
      <Preview form={form}>{preview}</Preview>
    </FormDrawer>
  )
}

/** Without the name that the entry was read under. */
const reasonOf = (reason: Reason): string => {
  const at = reason.at?.split('.').slice(1).join('.')
  return reasonMessage({ ...reason, ...(reason.at !== undefined && { at: at || 'JSON' }) })
}

/** Follows what is written as long as it can be read. */
function Preview({ form, children }: { form: FormInstance<DocumentValues>; children: DocumentFormProps['preview'] }) {
  const text = Form.useWatch('text', form)
  if (text === undefined) return null
  const reading = readEntry(text)
  return 'value' in reading && children(reading.value)
}
