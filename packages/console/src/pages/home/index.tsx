import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { OperatorContent } from '../../components/operator-content.tsx'
import { useStatus } from '../../session/status.tsx'
import { useIsAdmin } from '../../session/user.ts'
import { usePriceList } from '../pricing/api.ts'
import { useHomeContent } from './api.ts'
import { Availability } from './availability.tsx'
import { Endpoints } from './endpoints.tsx'
import { FirstCall } from './first-call.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Hero } from './hero.tsx'
import styles from './home.module.css'
import { HowToConnect } from './how-to-connect.tsx'
import { ModelPrices } from './model-prices.tsx'
import { SiteNotice } from './site-notice.tsx'

/** The operator's own home page, or ours: what this is, its address, prices, availability, and how to connect. */
export default function Home() {
  const { t } = useTranslation()
  const { system_name } = useStatus()
  const isAdmin = useIsAdmin()
  const content = useHomeContent()
  const { isPending } = usePriceList()

  if (content.isPending) return <Skeleton className={styles.page} active paragraph={{ rows: 8 }} />
  if (content.data) {
    return (
      <>
        <SiteNotice />
        <div className={styles.own}>
          <OperatorContent text={content.data} title={t('home.frameTitle', { site: system_name })} />
        </div>
      </>
    )
  }
  return (
    <>
      <SiteNotice />
      <div className={styles.page}>
        {isAdmin && <FirstSteps />}
        <div className={styles.top}>
          <Hero />
          <FirstCall />
        </div>
        <Availability />
        <ModelPrices />
        {/* prices would push it down */}
        {!isPending && (
          <div className={styles.below}>
            <HowToConnect />
            <Endpoints />
          </div>
        )}
      </div>
    </>
  )
}
