import type { Question } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import MessageText from '../../../components/message-text.tsx'
import { Panel } from '../../../components/panel.tsx'
import styles from './overview.module.css'

export function Questions({ data }: { data: readonly Question[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('overview.faq.title')}>
      {data.map(({ question, answer }) => (
        <details key={question + answer} className={styles.question}>
          <summary>{question}</summary>
          <MessageText text={answer} />
        </details>
      ))}
    </Panel>
  )
}
