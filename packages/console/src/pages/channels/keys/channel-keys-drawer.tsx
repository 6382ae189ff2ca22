import { type Channel, type ChannelKeys, KEY_SPREADS } from '@tollgate/contract'
import { Drawer, Flex, Segmented, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FullTable, ListError } from '../../../components/data-table/index.ts'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { useOpened } from '../../../components/use-opened.ts'
import { AddKeys } from './add-keys.tsx'
import { type KeyChange, useChangeKeys, useChannelKeys } from './api.ts'
import { useKeyActions } from './key-actions.tsx'
import { useKeyColumns } from './key-columns.tsx'
import { ReplaceKey } from './replace-key.tsx'

/** The keys of one channel: their states and actions. */
export function ChannelKeysDrawer({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(true)
  const { data, error, refetch } = useChannelKeys(channel.id)
  return (
    <Drawer
      open={isOpen}
      title={t('channelKeys.title', { name: channel.name })}
      size={isPhone ? '100%' : 720}
      onClose={() => setOpen(false)}
      afterOpenChange={open => !open && onClose()}
    >
      <Flex vertical gap="middle">
        <Typography.Text type="secondary">{t('channelKeys.intro')}</Typography.Text>
        {error ? <ListError error={error} onRetry={refetch} /> : <Keys channel={channel} data={data} />}
      </Flex>
    </Drawer>
  )
}

function Keys({ channel, data }: { channel: Channel; data: ChannelKeys | undefined }) {
  const { t } = useTranslation()
  const { mutateAsync, isPending } = useChangeKeys(channel.id)
  const change = (made: KeyChange) => mutateAsync(made).catch(() => undefined)
  const replacing = useOpened<ChannelKeys['keys'][number]>()
  const actions = useKeyActions(change, replacing.open)
  const columns = useKeyColumns()
  return (
    <>
      {data?.spread && (
        <Flex gap="small" align="center" wrap>
          <span id="key-spread">{t('channelKeys.spread')}</span>
          <Segmented
            aria-labelledby="key-spread"
            disabled={isPending}
            value={data.spread}
            onChange={spread => change({ kind: 'spread', spread })}
            options={KEY_SPREADS.map(spread => ({ value: spread, label: t(`channelKeys.spreads.${spread}`) }))}
          />
        </Flex>
      )}
      <FullTable
        rows={data?.keys}
        placeholders={3}
        empty={null}
        columns={columns}
        nameOf={({ position }) => t('channelKeys.key', { position })}
        actions={actions}
        isDimmed={({ state }) => state === 'refused' || state === 'disabled'}
      />
      <AddKeys channel={channel} onAdd={keys => change({ kind: 'add', keys })} />
      {replacing.opened?.row && (
        <ReplaceKey
          key={replacing.opened.key}
          target={replacing.opened.row}
          onReplace={(key, by) => change({ kind: 'replace', key, by })}
          onClose={replacing.close}
        />
      )}
    </>
  )
}
