import { DiffOutlined } from '@ant-design/icons'
import type { ImportRun, ShadowResult } from '@tollgate/contract'
import { Alert, Button, Form, Input, Switch } from 'antd'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { ListError, ListPage } from '../../components/data-table/index.ts'
import { PrintButton } from '../../components/print-button.tsx'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { labelled } from '../../lib/join-words.ts'
import { places } from '../../lib/places.ts'
import { useCompare, useShadow } from './api.ts'
import { Mirror } from './mirror.tsx'
import styles from './moving-in.module.css'
import { ShadowLists } from './shadow-lists.tsx'
import { stateWord } from './states.ts'

const FOLLOWED_EVERY_MS = 30_000

/** The old gateway's calls at the prices here: whether it is safe to switch, and the differences. */
export default function ShadowPage() {
  const { t } = useTranslation()
  const id = Number(useParams().id)
  const { data, error, isLoadingError, refetch } = useShadow(id)
  return (
    <ListPage
      title={data ? labelled(t('movingIn.shadow.title'), data.source) : t('movingIn.shadow.title')}
      intro={t('movingIn.shadow.intro')}
      aside={
        <>
          <Link to={places.importRun(id)}>{t('movingIn.shadow.run')}</Link>
          {data?.result && <PrintButton />}
        </>
      }
    >
      {isLoadingError && <ListError title={t('movingIn.loadFailed')} error={error} onRetry={refetch} />}
      {data && (
        <div className={styles.page}>
          <Compare run={data} />
          {data.task === 'shadow' && data.state !== 'done' && (
            <Alert
              type={data.state === 'failed' ? 'error' : 'info'}
              showIcon
              title={t(stateWord(data))}
              description={data.error && <span lang="en">{data.error}</span>}
            />
          )}
          <div role="status">{data.result && <Verdict run={data} result={data.result} />}</div>
          {data.result && <ShadowLists result={data.result} />}
          <Mirror />
        </div>
      )}
    </ListPage>
  )
}

/** The time from which its calls are compared, once or repeatedly. */
function Compare({ run: { id, state } }: { run: ImportRun }) {
  const { t } = useTranslation()
  const [day, setDay] = useState('')
  const [isFollowed, setFollowed] = useState(false)
  const { mutate: compare, isPending } = useCompare(id)
  const followLabel = useId()
  const isIdle = state !== 'running' && !isPending
  const since = day === '' ? 0 : Math.max(0, Math.floor(Date.parse(day) / 1000))
  const again = useEffectEvent(() => compare(since))
  useEffect(() => {
    if (!isFollowed || !isIdle) return
    const timer = setTimeout(again, FOLLOWED_EVERY_MS)
    return () => clearTimeout(timer)
  }, [isFollowed, isIdle])
  return (
    <Form layout="vertical" noValidate className={styles.acts} onFinish={() => compare(since)}>
      <Form.Item label={t('movingIn.shadow.since')} htmlFor="shadow-since" extra={t('movingIn.shadow.all')}>
        <Input id="shadow-since" type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      </Form.Item>
      <Button type="primary" htmlType="submit" icon={<DiffOutlined />} loading={!isIdle}>
        {t('movingIn.shadow.compare')}
      </Button>
      <span className={styles.inLine}>
        <Switch checked={isFollowed} onChange={setFollowed} aria-labelledby={followLabel} />
        <span id={followLabel} title={t('movingIn.shadow.followHint')}>
          {t('movingIn.shadow.follow')}
        </span>
      </span>
    </Form>
  )
}

function Verdict({ run, result }: { run: ImportRun; result: ShadowResult }) {
  const { t } = useTranslation()
  const { total, differing, rounded, not_replayed, last_id } = result
  const unpriced = not_replayed.reduce((rows, one) => rows + one.rows, 0)
  const calls = total.calls + unpriced
  const isSafe = differing + unpriced === 0
  const verdict = calls === 0 ? 'none' : isSafe ? 'safe' : 'unsafe'
  return (
    <Alert
      type={calls === 0 ? 'info' : isSafe ? 'success' : 'warning'}
      showIcon
      title={t(`movingIn.shadow.${verdict}`, {
        calls: formatNumber(calls),
        differing: formatNumber(differing + unpriced),
      })}
      description={[
        t('movingIn.shadow.at', { time: formatTime(run.shadowed_at), row: formatNumber(last_id) }),
        rounded > 0 && t('movingIn.shadow.rounded', { number: formatNumber(rounded) }),
        unpriced > 0 && t('movingIn.shadow.unpriced', { number: formatNumber(unpriced) }),
      ]
        .filter(Boolean)
        .join(' ')}
    />
  )
}
