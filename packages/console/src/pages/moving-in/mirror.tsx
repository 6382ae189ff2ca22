import { DeleteOutlined } from '@ant-design/icons'
import type { MirrorReport, MirrorSum } from '@tollgate/contract'
import { Alert, Button, Segmented, Switch } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/code-block.tsx'
import { type Column, ListError, PagedTable } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { Quota } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { useClearMirror, useMirror, useMirrorSwitch } from './api.ts'
import styles from './moving-in.module.css'

const LISTS = ['reason', 'loss', 'model', 'user', 'channel', 'conversion'] as const
const PAGE_SIZES = [10, 50] as const
const LINES = `location ~ ^/(v1|v1beta|openai)/ {
  mirror /mirror;
  mirror_request_body on;
  proxy_pass http://old;
}
location = /mirror {
  internal;
  proxy_pass http://tollgate/mirror$request_uri;
  proxy_connect_timeout 1s;
  proxy_read_timeout 10s;
  proxy_set_header X-Forwarded-For $remote_addr;
}`

/** Copies of the old gateway's calls, planned here: what would have been refused or lost, and what the rest would cost. */
export function Mirror() {
  const { t } = useTranslation()
  const { data, error, isLoadingError, refetch } = useMirror()
  const { mutate: turn, isPending } = useMirrorSwitch()
  const { mutate: clear, isPending: isClearing } = useClearMirror()
  const label = useId()
  return (
    <Panel title={t('movingIn.mirror.title')} hint={t('movingIn.mirror.hint')}>
      {isLoadingError && <ListError title={t('movingIn.mirror.loadFailed')} error={error} onRetry={refetch} />}
      {data && (
        <div className={styles.page}>
          <div className={styles.acts}>
            <span className={styles.inLine}>
              <Switch checked={data.is_on} loading={isPending} onChange={isOn => turn(isOn)} aria-labelledby={label} />
              <span id={label}>{t('movingIn.mirror.switch')}</span>
            </span>
            {data.all && (
              <Button icon={<DeleteOutlined />} loading={isClearing} onClick={() => clear(undefined)}>
                {t('movingIn.mirror.clear')}
              </Button>
            )}
          </div>
          {data.is_on && <CodeBlock code={LINES} what={t('movingIn.mirror.lines')} />}
          {data.all && <Found report={data} all={data.all} />}
        </div>
      )}
    </Panel>
  )
}

function Found({ report, all }: { report: MirrorReport; all: MirrorSum }) {
  const { t } = useTranslation()
  const [list, setList] = useState<(typeof LISTS)[number]>('reason')
  const columns = useColumns(list)
  const verdict = all.refused > 0 ? 'refused' : 'served'
  return (
    <>
      <div role="status">
        <Alert
          type={all.refused > 0 ? 'warning' : 'success'}
          showIcon
          title={t(`movingIn.mirror.${verdict}`, {
            copies: formatNumber(all.copies),
            refused: formatNumber(all.refused),
          })}
          description={[
            t('movingIn.mirror.since', { from: formatTime(all.first_at), to: formatTime(all.last_at) }),
            all.unplanned > 0 && t('movingIn.mirror.unplanned', { number: formatNumber(all.unplanned) }),
          ]
            .filter(Boolean)
            .join(' ')}
        />
      </div>
      <div className={styles.lists}>
        <Segmented
          aria-label={t('movingIn.mirror.by')}
          value={list}
          onChange={setList}
          options={LISTS.map(value => ({
            value,
            label: `${t(`movingIn.mirror.lists.${value}`)} (${formatNumber(report[value].length)})`,
          }))}
        />
      </div>
      <PagedTable<MirrorSum & { id: string }>
        key={list}
        rows={report[list].map(sum => ({ ...sum, id: sum.key }))}
        pageSizes={PAGE_SIZES}
        columns={columns}
        nameOf={({ key, name }) => name || key}
        empty={t('movingIn.mirror.nothing')}
      />
    </>
  )
}

function useColumns(list: (typeof LISTS)[number]): Column<MirrorSum & { id: string }>[] {
  const { t } = useTranslation()
  const count = (key: 'copies' | 'refused') => ({
    key,
    title: t(`movingIn.mirror.columns.${key}`),
    width: 110,
    numeric: true,
    card: 'titled-field' as const,
    render: (sum: MirrorSum) => formatNumber(sum[key]),
  })
  const quota = (key: 'held' | 'cost') => ({
    key,
    title: t(`movingIn.mirror.columns.${key}`),
    width: 120,
    numeric: true,
    card: 'titled-field' as const,
    render: (sum: MirrorSum) => <Quota value={sum[key]} />,
  })
  const isPlanned = list !== 'reason'
  return [
    {
      key: 'name',
      title: t(`movingIn.mirror.lists.${list}`),
      width: 220,
      grows: true,
      card: 'heading',
      render: ({ key, name }) => <Name list={list} code={key} name={name} />,
    },
    count('copies'),
    ...(isPlanned ? [count('refused'), quota('held'), quota('cost')] : []),
    {
      key: 'last',
      title: t('movingIn.mirror.columns.last'),
      width: 130,
      card: 'titled-field',
      render: ({ last_at }) => <RelativeTime at={last_at} />,
    },
  ]
}

/** A refusal's sentence is in the reader's language; the other names are what the operator or a client wrote. */
function Name({ list, code, name }: { list: (typeof LISTS)[number]; code: string; name: string }) {
  const { t } = useTranslation()
  if (code === '') return t('movingIn.mirror.others')
  if (list === 'reason') return `${name} (${code})`
  return (
    <span translate="no" className={styles.why}>
      {list === 'loss' ? `${code}: ${name}` : name || code}
    </span>
  )
}
