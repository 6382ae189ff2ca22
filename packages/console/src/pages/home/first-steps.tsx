import { CheckOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { stored, useStored } from '../../lib/storage.ts'
import { withPhrases } from '../../phrases/index.ts'
import { useFirstSteps } from '../first-steps/api.ts'
import { STEPS } from '../first-steps/steps.ts'
import styles from './first-steps.module.css'

const ASK_EVERY_MS = 10_000

const StepAction = lazyPart(() => withPhrases(['home', 'tryIt'], import('../first-steps/step-action.tsx')))

/**
 * An operator's steps to the first receipt, which are ticked automatically. They can be hidden, and are gone the next time once
 * all are done.
 */
export function FirstSteps() {
  const { t } = useTranslation()
  const [hidden, setHidden] = useStored(stored.firstStepsHidden)
  const [isDone] = useStored(stored.firstStepsDone)
  // Steps completed while the page is open stay visible.
  const [wasDone] = useState(isDone)
  if (hidden || wasDone) return null
  return <Checklist title={t('home.steps.title')} onHide={() => setHidden(true)} />
}

function Checklist({ title, onHide }: { title: string; onHide: () => void }) {
  const { t } = useTranslation()
  const facts = useFirstSteps(ASK_EVERY_MS)
  const isDone = (step: (typeof STEPS)[number]) => facts !== undefined && step.isDone(facts)
  const next = STEPS.find(step => !isDone(step))
  return (
    <section className={styles.card} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span>
          {next && facts && t('home.steps.progress', { done: STEPS.filter(isDone).length, all: STEPS.length })}
        </span>
        {facts && <StepAction step={next?.key} facts={facts} />}
        <Button type="text" size="small" onClick={onHide}>
          {t('home.steps.hide')}
        </Button>
      </header>
      <ol>
        {STEPS.map((step, index) => (
          <li key={step.key} data-done={isDone(step)} data-next={facts !== undefined && step === next}>
            <span className={styles.tick}>
              {isDone(step) ? <CheckOutlined aria-label={t('home.steps.done')} /> : index + 1}
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
