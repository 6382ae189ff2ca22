import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { stored, useStored } from '../../lib/storage.ts'
import { useFirstSteps } from './api.ts'
import styles from './first-steps.module.css'
import StepAction from './step-action.tsx'
import { STEPS } from './steps.ts'

/**
 * The next step, at the bottom of the page, where it moves nothing. A dialog opened by the last step stays when all are
 * done.
 */
export default function Offer() {
  const { t } = useTranslation()
  const [, setHidden] = useStored(stored.firstStepsHidden)
  const facts = useFirstSteps()
  if (!facts) return null
  const next = STEPS.find(({ isDone }) => !isDone(facts))
  return (
    <aside className={styles.place} aria-label={t('home.steps.title')} hidden={!next}>
      <div className={styles.offer}>
        <ol className={styles.dots} aria-hidden="true">
          {STEPS.map(({ key, isDone }) => (
            <li key={key} data-done={isDone(facts)} />
          ))}
        </ol>
        <span className={styles.words} role="status">
          {next && t(`home.steps.${next.key}Hint`)}
        </span>
        {/* always rendered here, so that its dialog stays */}
        <StepAction step={next?.key} facts={facts} />
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('home.steps.hideLong')}
          onClick={() => setHidden(true)}
        />
      </div>
    </aside>
  )
}
