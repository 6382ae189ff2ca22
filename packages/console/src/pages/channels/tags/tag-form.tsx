import { App, Form, Input, InputNumber, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../../components/form-drawer.tsx'
import { MultiSelect } from '../../../components/multi-select.tsx'
import { useGroups, useModelsByType } from '../api.ts'
import { TableOrJson } from '../editors/table-or-json.tsx'
import { useMappingView } from '../editors/use-mapping-view.tsx'
import { useSaveTag } from './api.ts'
import { type TagValues, tagChangeOf, tagValuesOf } from './tag-change.ts'

/** Changes all channels of a tag, or the tag itself. */
export function TagForm({ tag, onClose }: { tag: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<TagValues>()
  const { mutateAsync: save } = useSaveTag()
  const { data: byType = {} } = useModelsByType()
  const groups = useGroups()
  const models = [...new Set(Object.values(byType).flat())]
  const unchanged = t('channelTools.tags.unchanged')

  const submit = async (values: TagValues) => {
    const change = tagChangeOf(tag, values)
    if (!change) {
      message.warning(t('channelTools.tags.nothingChanged'))
      return false
    }
    message.success(t('channelTools.tags.changed', { count: await save(change) }))
    return true
  }

  return (
    <FormDrawer
      draft={`tag-${tag}`}
      title={t('channelTools.tags.formTitle', { tag })}
      form={form}
      initial={tagValuesOf(tag)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography.Paragraph type="secondary">{t('channelTools.tags.formIntro')}</Typography.Paragraph>
      <Form.Item name="new_tag" label={t('channelTools.tags.newTag')} extra={t('channelTools.tags.newTagHint')}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="models" label={t('channelTools.tags.models')}>
        <MultiSelect
          isOpen
          tokenSeparators={[',']}
          placeholder={unchanged}
          options={models.map(model => ({ value: model, label: model }))}
        />
      </Form.Item>
      <Form.Item name="groups" label={t('channelTools.tags.groups')}>
        <MultiSelect placeholder={unchanged} options={groups.map(group => ({ value: group, label: group }))} />
      </Form.Item>
      <Form.Item
        name="priority"
        label={t('channels.columns.priority')}
        rules={[wholeNumber(t('channelTools.tags.priorityInteger'))]}
      >
        <InputNumber min={-999} placeholder={unchanged} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name="weight"
        label={t('channels.columns.weight')}
        rules={[wholeNumber(t('channelTools.tags.weightInteger'), 0)]}
      >
        <InputNumber placeholder={unchanged} style={{ width: '100%' }} />
      </Form.Item>
      <TagMapping known={models} />
    </FormDrawer>
  )
}

const wholeNumber = (message: string, least = Number.NEGATIVE_INFINITY) => ({
  validator: async (_: unknown, value: number | null) => {
    if (value !== null && !(Number.isInteger(value) && value >= least)) throw new Error(message)
  },
})

/** The model mapping of all channels of a tag, which may serve different models. */
function TagMapping({ known }: { known: readonly string[] }) {
  const form = Form.useFormInstance<TagValues>()
  const models = Form.useWatch('models', { form, preserve: true }) ?? []
  return <TableOrJson name="model_mapping" {...useMappingView(models.length > 0 ? models : undefined, known)} />
}
