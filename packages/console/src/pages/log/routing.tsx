import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../components/fact-list.tsx'
import { ChannelIds, ChannelLink } from '../../components/links/index.tsx'
import { i18n } from '../../phrases/index.ts'
import type { LogRow } from './api.ts'
import styles from './log.module.css'

/** The candidates, which were skipped and why, and why the channel was chosen. */
export function RoutingFacts({ row }: { row: LogRow }) {
  const { t } = useTranslation()
  const { routing } = row.details.admin_info ?? {}
  if (!routing) return null
  const { candidates = [], more = 0, skipped = [], chosen, conversation_channel } = routing
  const facts = [
    { label: t('log.routing.chosen'), value: chosen && wordOf('by', chosen) },
    {
      label: t('log.routing.candidates'),
      value: candidates.length > 0 && (
        <>
          <ChannelIds ids={candidates} between=", " /> {more > 0 && t('log.routing.more', { count: more })}
        </>
      ),
    },
    {
      label: t('log.routing.skipped'),
      value:
        skipped.length > 0 &&
        skipped.map(({ channel, reason }) => (
          <Tag key={`${channel} ${reason}`}>
            <ChannelLink id={channel}>{channel}</ChannelLink>: {wordOf('reasons', reason)}
          </Tag>
        )),
    },
    {
      label: t('log.routing.conversation'),
      value: conversation_channel !== undefined && (
        <ChannelLink id={conversation_channel}>{conversation_channel}</ChannelLink>
      ),
    },
  ]
  return (
    <section className={styles.routing} aria-label={t('log.routing.title')}>
      <h2>{t('log.routing.title')}</h2>
      <FactList facts={facts} className={styles.facts} />
    </section>
  )
}

/** Codes of later versions have no words here and are shown unchanged. */
const wordOf = (of: 'by' | 'reasons', code: string): string =>
  i18n.exists(`log.routing.${of}.${code}`) ? i18n.t(`log.routing.${of}.${code}` as 'log.routing.by.only') : code
