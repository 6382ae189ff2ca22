import { CHANNEL_LIMITS, type Channel, splitList } from '@tollgate/contract'
import { Form, InputNumber, Space } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeDialog } from '../../../components/many/change-dialog.tsx'
import { ListChangeInput } from '../../../components/many/list-change-input.tsx'
import type { Planned } from '../../../components/many/planned.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { withPhrases } from '../../../phrases/index.ts'
import { useGroups, useModelsByType } from '../api.ts'
import { isSoundMapping } from '../editors/mapping-checks.ts'
import { changedFields, type ManyValues, planChanges } from './plan-changes.ts'

const MappingChange = lazyPart(() => withPhrases(['channels', 'channelEditors'], import('./mapping-change.tsx')))

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
  mapping: { mode: 'add', text: '' },
  limits: {},
}

/** Priority, weight, models, groups, mapping and limits of several channels; empty fields stay unchanged. */
export function ChangeChannels({ channels, onChange, onClose }: ChangeChannelsProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(UNCHANGED)
  const set = (change: Partial<ManyValues>) => setValues({ ...values, ...change })
  const groups = useGroups()
  const models = useOfferedModels(channels)
  const planned = isSoundMapping(values.mapping.text)
    ? planChanges(channels, channel => changedFields(channel, values))
    : []
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
        <MappingChange value={values.mapping} onChange={mapping => set({ mapping })} models={models} />
        <Form.Item label={t('limits.channel')} extra={t('limits.channelHint')}>
          <Space size={16} align="start" wrap>
            {CHANNEL_LIMITS.map(name => (
              <Form.Item key={name} label={t(`limits.${name}`)} htmlFor={`many-${name}`}>
                <InputNumber
                  id={`many-${name}`}
                  min={0}
                  max={1_000_000_000}
                  precision={0}
                  placeholder={unchanged}
                  style={{ width: 150 }}
                  value={values.limits[name]}
                  onChange={value => set({ limits: { ...values.limits, [name]: value ?? undefined } })}
                />
              </Form.Item>
            ))}
          </Space>
        </Form.Item>
      </Form>
    </ChangeDialog>
  )
}

/** The models that these channels serve, then those known for their types. */
function useOfferedModels(channels: readonly Channel[]): string[] {
  const { data: byType } = useModelsByType()
  return useMemo(() => {
    const served = channels.flatMap(({ models }) => splitList(models))
    const known = [...new Set(channels.map(({ type }) => type))].flatMap(type => byType?.[type] ?? [])
    return [...new Set([...served, ...known])]
  }, [channels, byType])
}
