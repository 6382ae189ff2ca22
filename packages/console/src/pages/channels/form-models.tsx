import { type Channel, splitList } from '@tollgate/contract'
import { App, Button, Form, Input, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '../../components/form-section.tsx'
import { MultiSelect } from '../../components/multi-select.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { useGroups, useModelsByType } from './api.ts'
import type { ChannelValues } from './channel-values.ts'
import { PresetMenu } from './presets/preset-menu.tsx'
import { FetchButton } from './upstream-models/fetch-button.tsx'
import { OfferedModels } from './upstream-models/offered-models.tsx'

/** The models the channel serves, and the groups it serves them to. */
export function ModelsSection({ channel }: { channel: Channel | undefined }) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<ChannelValues>()
  const typeId = Form.useWatch('type', form)
  const chosen = Form.useWatch('models', form) ?? []
  const { data: byType = {}, isError, refetch } = useModelsByType()
  const groups = useGroups()
  const copy = useCopy()
  const ofType = byType[String(typeId)] ?? []
  const known = [...new Set([...ofType, ...Object.values(byType).flat()])]
  const choose = (models: string[]) => form.setFieldValue('models', [...new Set(models)])

  return (
    <FormSection title={t('channels.form.modelsAndGroups')}>
      <Form.Item
        name="models"
        label={t('channels.form.models', { count: chosen.length })}
        rules={[{ required: true, type: 'array', message: t('channels.form.modelsRequired') }]}
        extra={isError && <ModelsFailed onRetry={() => refetch()} />}
      >
        <MultiSelect
          allowClear
          maxTagCount={40}
          placeholder={t('channels.form.modelsPlaceholder')}
          options={known.map(model => ({ value: model, label: model }))}
        />
      </Form.Item>
      <Form.Item>
        <Space wrap size={[8, 8]}>
          <Button size="small" disabled={ofType.length === 0} onClick={() => choose([...chosen, ...ofType])}>
            {t('channels.form.fillType')}
          </Button>
          <Button size="small" onClick={() => choose([...chosen, ...known])}>
            {t('channels.form.fillAll')}
          </Button>
          <PresetMenu chosen={chosen} onFill={models => choose([...chosen, ...models])} />
          <FetchButton channel={channel} />
          <Button size="small" disabled={chosen.length === 0} onClick={() => choose([])}>
            {t('channels.form.clearModels')}
          </Button>
          <Button size="small" disabled={chosen.length === 0} onClick={() => copy(chosen.join(','))}>
            {t('channels.form.copyModels')}
          </Button>
        </Space>
      </Form.Item>
      {!channel && <OfferedModels />}
      <CustomModels chosen={chosen} onAdd={added => choose([...chosen, ...added])} />
      <Form.Item
        name="group"
        label={t('channels.form.groups')}
        extra={t('channels.form.groupsHint')}
        rules={[{ required: true, type: 'array', message: t('channels.form.groupsRequired') }]}
      >
        <MultiSelect options={groups.map(group => ({ value: group, label: group }))} />
      </Form.Item>
    </FormSection>
  )
}

/** Models can still be typed. */
function ModelsFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      {t('channels.form.modelListFailed')}{' '}
      <Button type="link" size="small" onClick={onRetry}>
        {t('session.retry')}
      </Button>
    </>
  )
}

const CUSTOM_MODELS = 'custom-models'

/** Names that are not in the lists; several can be separated by commas. */
function CustomModels({ chosen, onAdd }: { chosen: string[]; onAdd: (models: string[]) => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [text, setText] = useState('')

  const add = () => {
    const typed = splitList(text)
    const fresh = typed.filter(model => !chosen.includes(model))
    if (fresh.length < typed.length) message.error(t('channels.form.modelExists'))
    onAdd(fresh)
    setText('')
  }
  return (
    <Form.Item label={t('channels.form.customModels')} htmlFor={CUSTOM_MODELS}>
      <Space.Compact block>
        <Input
          id={CUSTOM_MODELS}
          value={text}
          placeholder={t('channels.form.customModelsPlaceholder')}
          onChange={event => setText(event.target.value)}
          onPressEnter={event => {
            if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            add()
          }}
        />
        <Button disabled={text.trim() === ''} onClick={add}>
          {t('channels.form.addModels')}
        </Button>
      </Space.Compact>
    </Form.Item>
  )
}
