import { CheckOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { stored, useStored } from '../../lib/storage.ts'
import { useFirstSteps } from './api.ts'
import styles from './first-steps.module.css'

const STEPS = [
  { key: 'channel', to: paths.addChannel },
  { key: 'token', to: paths.tokens },
  { key: 'call', to: paths.connect },
] as const

/** An operator's way to the first relayed call. Ticks itself, and may be put away once it is done. */
export function FirstSteps() {
  const { t } = useTranslation()
  const [hidden, setHidden] = useStored(stored.firstStepsHidden)
  if (hidden) return null
  return <Checklist title={t('home.steps.title')} onHide={() => setHidden(true)} />
}

function Checklist({ title, onHide }: { title: string; onHide: () => void }) {
  const { t } = useTranslation()
  const done = useFirstSteps()
  const count = STEPS.filter(step => done?.[step.key]).length
  const next = STEPS.find(step => !done?.[step.key])
  return (
    <section className={styles.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span>{done && t('home.steps.progress', { done: count, all: STEPS.length })}</span>
        <Button type="text" size="small" onClick={onHide}>
          {t('home.steps.hide')}
        </Button>
      </header>
      <ol>
        {STEPS.map((step, index) => (
          <li key={step.key} data-done={done?.[step.key] ?? false} data-next={done && step === next}>
            <span className={styles.tick}>
              {done?.[step.key] ? <CheckOutlined aria-label={t('home.steps.done')} /> : index + 1}
            </span>
            <div>
              <Link to={step.to}>{t(`home.steps.${step.key}`)}</Link>
              <p>{t(`home.steps.${step.key}Hint`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
