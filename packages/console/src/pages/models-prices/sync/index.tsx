import { DeleteOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { BUILT_IN_LIST, type PriceList } from '@tollgate/contract'
import { Alert, Button, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../../components/data-table/index.ts'
import { PlaceLink } from '../../../components/links/index.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { useConfirm } from '../../../components/use-confirm.ts'
import { useOpened } from '../../../components/use-opened.ts'
import { places } from '../../../lib/places.ts'
import { usePaused } from '../../../lib/use-paused.ts'
import styles from '../models-prices.module.css'
import { AddList } from './add-list.tsx'
import { type Margin, usePriceLists, useReadList, useRemoveList } from './api.ts'
import { Differences } from './differences.tsx'

const TYPING_PAUSE_MS = 300

/** Others' price lists: which of our prices would change if we followed them, to accept line by line. */
export function SyncView() {
  const { t } = useTranslation()
  const lists = usePriceLists()
  const [chosen, setChosen] = useState<number>()
  const [margin, setMargin] = useState<Margin>({ factor: 1, digits: 4 })
  const dialog = useOpened<null>()
  const steady = usePaused(margin, TYPING_PAUSE_MS)
  // The built-in list comes first, but a user who has added a list means that one.
  const list = lists.data?.find(({ id }) => id === chosen) ?? lists.data?.[1] ?? lists.data?.[0]
  if (lists.error) return <ListError error={lists.error} onRetry={() => void lists.refetch()} />
  return (
    <div className={styles.list}>
      <p className={styles.intro}>
        {t('modelsPrices.sync.intro')}{' '}
        <PlaceLink to={places.option('operation', 'price_list_setting.every_hours')}>
          {t('modelsPrices.sync.schedule')}
        </PlaceLink>
      </p>
      <div className={styles.askEnd}>
        <Select
          aria-label={t('modelsPrices.sync.list')}
          style={{ minWidth: 220, maxWidth: '100%' }}
          popupMatchSelectWidth={false}
          value={list?.id}
          onChange={setChosen}
          options={lists.data?.map(one => ({ value: one.id, label: nameOf(one, t('modelsPrices.sync.builtIn')) }))}
        />
        <Button icon={<PlusOutlined />} onClick={() => dialog.open()}>
          {t('modelsPrices.sync.add')}
        </Button>
        {list && list.id !== BUILT_IN_LIST && <ListActions list={list} onRemoved={() => setChosen(undefined)} />}
      </div>
      {list && list.failed_at > list.read_at && (
        <Alert
          type="warning"
          showIcon
          title={t('modelsPrices.sync.failed', { reason: list.error })}
          description={t('modelsPrices.sync.olderShown')}
        />
      )}
      <div className={styles.askEnd}>
        <span className={styles.inLine}>
          <label htmlFor="price-factor">{t('modelsPrices.sync.factor')}</label>
          <InputNumber<number>
            id="price-factor"
            min={0.01}
            max={100}
            step={0.05}
            value={margin.factor}
            onChange={factor => setMargin({ ...margin, factor: factor ?? 1 })}
          />
        </span>
        <span className={styles.inLine}>
          <label htmlFor="price-digits">{t('modelsPrices.sync.digits')}</label>
          <InputNumber<number>
            id="price-digits"
            min={1}
            max={12}
            precision={0}
            value={margin.digits}
            onChange={digits => setMargin({ ...margin, digits: digits ?? 4 })}
          />
        </span>
        {list && list.read_at > 0 && (
          <span className={styles.quiet}>
            {t('modelsPrices.sync.readAt')} <RelativeTime at={list.read_at} />
          </span>
        )}
      </div>
      {list && <Differences key={list.id} id={list.id} margin={steady} isCurrent={steady === margin} />}
      {dialog.opened && (
        <AddList
          key={dialog.opened.key}
          onAdded={id => {
            setChosen(id)
            dialog.close()
          }}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}

const nameOf = ({ id, channel, address }: PriceList, builtIn: string): string =>
  id === BUILT_IN_LIST ? `${builtIn} (${address})` : channel ? `${channel.name} #${channel.id}` : address

function ListActions({ list, onRemoved }: { list: PriceList; onRemoved: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutate: read, isPending } = useReadList()
  const { mutate: remove } = useRemoveList()
  const askAndRemove = async () => {
    const agreed = await confirm({
      title: t('modelsPrices.sync.removeTitle', { name: nameOf(list, '') }),
      consequence: t('modelsPrices.sync.removeConsequence'),
      agree: t('modelsPrices.sync.remove'),
      danger: true,
    })
    if (agreed) remove(list.id, { onSuccess: onRemoved })
  }
  return (
    <>
      <Button icon={<ReloadOutlined />} loading={isPending} onClick={() => read(list.id)}>
        {t('modelsPrices.sync.read')}
      </Button>
      <Button
        aria-label={t('modelsPrices.sync.remove')}
        icon={<DeleteOutlined />}
        onClick={() => void askAndRemove()}
      />
    </>
  )
}
