import { DEFAULT_GROUP } from '@tollgate/contract'
import { Alert, Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { ListError, ListPage } from '../../components/data-table/index.ts'
import { useAddress } from '../../components/data-table/use-filters.ts'
import { PageNotice } from '../../components/page-notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { formatNumber } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useUser } from '../../session/user.ts'
import { PriceDetails } from '../pricing/details.tsx'
import { useModelPage } from './api.ts'
import { Badge } from './badge.tsx'
import { CodeSamples } from './code-samples.tsx'
import styles from './model.module.css'
import { Speed } from './speed.tsx'
import { Uptime } from './uptime.tsx'

/** All that is public of one model. */
export default function ModelPage() {
  const { t } = useTranslation()
  const { model: name = '' } = useParams()
  const [address, setAddress] = useAddress()
  const { data, error, refetch } = useModelPage(name)
  const ownGroup = useUser()?.group || DEFAULT_GROUP
  const all = <Link to={paths.pricing}>{t('modelPage.all')}</Link>

  if (data === null) {
    return (
      <PageNotice
        title={t('modelPage.unknown')}
        hint={t('modelPage.unknownHint')}
        action={
          <Link to={paths.pricing}>
            <Button type="primary">{t('modelPage.all')}</Button>
          </Link>
        }
      />
    )
  }
  if (!data) {
    return (
      <ListPage title={name} intro="" aside={all}>
        {error ? <ListError error={error} onRetry={refetch} /> : <Skeleton active paragraph={{ rows: 8 }} />}
      </ListPage>
    )
  }
  const { model, ratios, groups } = data
  const usable = model.enable_groups
  const group = [address.get('group') ?? '', ownGroup, ...usable].find(one => usable.includes(one)) ?? ownGroup
  const view = {
    group,
    ratio: ratios[group] ?? 1,
    groups,
    onView: (wanted: string) => setAddress({ group: wanted === ownGroup ? '' : wanted }),
  }
  return (
    <ListPage title={model.model_name} intro={t('modelPage.intro', { group })} aside={all}>
      {usable.length === 0 && <Alert type="warning" showIcon title={t('modelPage.noGroup')} />}
      <div className={styles.parts}>
        <Panel title={t('modelPage.price')} className={styles.price}>
          <PriceDetails model={model} view={view} />
          {model.output_limit !== null && (
            <p className={styles.limit}>{t('modelPage.output', { tokens: formatNumber(model.output_limit) })}</p>
          )}
        </Panel>
        {model.uptime && <Uptime uptime={model.uptime} />}
        {model.speed && <Speed speed={model.speed} />}
        {model.has_badge && model.uptime && <Badge model={model.model_name} />}
        <CodeSamples model={model} />
      </div>
    </ListPage>
  )
}
