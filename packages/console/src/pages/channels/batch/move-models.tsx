import { useQuery } from '@tanstack/react-query'
import { type Channel, calls, splitList } from '@tollgate/contract'
import { Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeDialog } from '../../../components/many/change-dialog.tsx'
import { changedList } from '../../../components/many/list-change.ts'
import type { Planned } from '../../../components/many/planned.ts'
import { allRows } from '../../../components/many/select-all.tsx'
import { MultiSelect } from '../../../components/multi-select.tsx'
import { send } from '../../../lib/call.ts'
import { onlyChanged, planChanges } from './plan-changes.ts'

interface MoveModelsProps {
  /** The channels to take models from, until others are chosen. */
  selected: Channel[]
  onChange: (planned: Planned[]) => void
  onClose: () => void
}

/** Moves models from some channels to others. The others get the models first, so that they are served all the time. */
export function MoveModels({ selected, onChange, onClose }: MoveModelsProps) {
  const { t } = useTranslation()
  const [models, setModels] = useState<string[]>([])
  const [from, setFrom] = useState<number[]>(selected.map(({ id }) => id))
  const [to, setTo] = useState<number[]>([])
  const { data: all = selected } = useAllChannels()
  const byId = new Map(all.map(channel => [channel.id, channel]))
  const channelsOf = (ids: number[]) => ids.flatMap(id => byId.get(id) ?? [])
  const withModels = (mode: 'add' | 'remove') => (channel: Channel) =>
    onlyChanged(channel, { models: changedList(channel.models, { mode, names: models }) })
  const planned = [
    ...planChanges(channelsOf(to), withModels('add')),
    ...planChanges(channelsOf(from.filter(id => !to.includes(id))), withModels('remove')),
  ]
  const served = [
    ...new Set(channelsOf(from.length > 0 ? from : [...byId.keys()]).flatMap(({ models }) => splitList(models))),
  ]
  const choices = all.map(({ id, name }) => ({ value: id, label: `${name} #${id}` }))
  const fields = [
    { id: 'move-from', label: t('channelTools.batch.from'), value: from, set: setFrom },
    { id: 'move-to', label: t('channelTools.batch.to'), value: to, set: setTo },
  ]

  return (
    <ChangeDialog
      title={t('channelTools.batch.moveTitle')}
      chosen={new Set([...from, ...to]).size}
      planned={models.length > 0 && to.length > 0 ? planned : []}
      onChange={() => onChange(planned)}
      onClose={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('channels.columns.models')} htmlFor="move-models">
          <MultiSelect
            id="move-models"
            autoFocus
            value={models}
            onChange={setModels}
            options={served.map(model => ({ value: model, label: model }))}
          />
        </Form.Item>
        {fields.map(({ id, label, value, set }) => (
          <Form.Item key={id} label={label} htmlFor={id}>
            <MultiSelect<number>
              id={id}
              showSearch={{ optionFilterProp: 'label' }}
              maxTagCount={8}
              value={value}
              onChange={set}
              options={choices}
            />
          </Form.Item>
        ))}
      </Form>
    </ChangeDialog>
  )
}

/** Every channel, as stored now. */
const useAllChannels = () =>
  useQuery({
    queryKey: ['channels', 'all'],
    queryFn: () => allRows(page => send(calls.channels.list, { query: { ...page, id_sort: true } })),
    gcTime: 0,
  })
