import type { Channel } from '@tollgate/contract'
import { Form, Input, InputNumber, Select, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeDialog } from '../../../components/many/change-dialog.tsx'
import { ListChangeInput } from '../../../components/many/list-change-input.tsx'
import type { Planned } from '../../../components/many/planned.ts'
import { useGroups } from '../api.ts'
import { changedFields, type ManyValues, planChanges } from './plan-changes.ts'
import { useOfferedModels } from './use-offered-models.ts'

interface ChangeChannelsProps {
  channels: Channel[]
  onChange: (planned: Planned[]) => void
  onClose: () => void
}

const UNCHANGED: ManyValues = {
  priority: null,
  weight: null,
  models: { mode: 'add', names: [] },
  groups: { mode: 'add', names: [] },
  mapping: '',
  mappingMode: 'add',
}

/** Priority, weight, models, groups and mapping of several channels; empty fields stay unchanged. */
export function ChangeChannels({ channels, onChange, onClose }: ChangeChannelsProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(UNCHANGED)
  const set = (change: Partial<ManyValues>) => setValues({ ...values, ...change })
  const groups = useGroups()
  const models = useOfferedModels(channels)
  const isMappingWrong = values.mapping.trim() !== '' && !isJsonObject(values.mapping)
  const planned = isMappingWrong ? [] : planChanges(channels, channel => changedFields(channel, values))
  const unchanged = t('components.many.unchanged')

  return (
    <ChangeDialog
      title={t('channelTools.batch.changeTitle', { count: channels.length })}
      chosen={channels.length}
      planned={planned}
      onChange={() => onChange(planned)}
      onClose={onClose}
    >
      <Form layout="vertical" component="div">
        <Space size={16} align="start">
          {(['priority', 'weight'] as const).map(field => (
            <Form.Item key={field} label={t(`channels.columns.${field}`)} htmlFor={`many-${field}`}>
              <InputNumber
                id={`many-${field}`}
                precision={0}
                min={field === 'weight' ? 0 : -999}
                placeholder={unchanged}
                style={{ width: 150 }}
                value={values[field]}
                onChange={value => set({ [field]: value })}
              />
            </Form.Item>
          ))}
        </Space>
        <Form.Item label={t('channels.columns.models')} htmlFor="many-models">
          <ListChangeInput
            id="many-models"
            label={t('channels.columns.models')}
            value={values.models}
            onChange={models => set({ models })}
            options={models}
            isOpen
          />
        </Form.Item>
        <Form.Item label={t('channels.columns.group')} htmlFor="many-groups">
          <ListChangeInput
            id="many-groups"
            label={t('channels.columns.group')}
            value={values.groups}
            onChange={groups => set({ groups })}
            options={groups}
          />
        </Form.Item>
        <Form.Item
          label={t('channels.form.json.model_mapping.label')}
          htmlFor="many-mapping"
          validateStatus={isMappingWrong ? 'error' : undefined}
          help={isMappingWrong ? t('channels.form.mappingInvalid') : undefined}
        >
          <Space.Compact block>
            <Select
              aria-label={`${t('channels.form.json.model_mapping.label')}: ${t('components.many.how')}`}
              style={{ width: 140 }}
              value={values.mappingMode}
              onChange={mappingMode => set({ mappingMode })}
              options={(['add', 'replace'] as const).map(mode => ({
                value: mode,
                label: t(`components.many.modes.${mode}`),
              }))}
            />
            <Input
              id="many-mapping"
              placeholder='{"gpt-4o-latest": "gpt-4o"}'
              value={values.mapping}
              onChange={({ target }) => set({ mapping: target.value })}
            />
          </Space.Compact>
        </Form.Item>
      </Form>
    </ChangeDialog>
  )
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
