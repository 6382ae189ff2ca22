import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelFilter } from '../../../components/channel-filter.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useAddList } from './api.ts'

interface AddListProps {
  onAdded: (id: number) => void
  onClose: () => void
}

const KINDS = ['channel', 'address'] as const

/** Asks for the source of a price list, and reads it. */
export function AddList({ onAdded, onClose }: AddListProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<(typeof KINDS)[number]>('channel')
  const [channel, setChannel] = useState('')
  const [address, setAddress] = useState('')
  const { mutate: add, isPending, error } = useAddList()
  const body = kind === 'channel' ? { channel_id: Number(channel) } : { address: address.trim() }
  const isFilled = kind === 'channel' ? channel !== '' : address.trim() !== ''
  return (
    <FormModal
      open
      title={t('modelsPrices.sync.add')}
      okText={t('modelsPrices.sync.readIt')}
      okButtonProps={{ disabled: !isFilled }}
      confirmLoading={isPending}
      onOk={() => add(body, { onSuccess: ({ id }) => onAdded(id) })}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('modelsPrices.sync.whose')}>
          <Radio.Group
            value={kind}
            onChange={({ target }) => setKind(target.value)}
            options={KINDS.map(value => ({ value, label: t(`modelsPrices.sync.kinds.${value}`) }))}
          />
        </Form.Item>
        <Form.Item
          label={t(`modelsPrices.sync.kinds.${kind}`)}
          htmlFor={kind === 'address' ? 'price-list-address' : undefined}
          extra={t(`modelsPrices.sync.kindHints.${kind}`)}
          validateStatus={error ? 'error' : undefined}
          help={error?.message}
        >
          {kind === 'channel' ? (
            <ChannelFilter value={channel} onChange={setChannel} />
          ) : (
            <Input
              id="price-list-address"
              type="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://"
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </Form.Item>
      </Form>
    </FormModal>
  )
}
