import { Button } from 'antd'
import { type CSSProperties, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './new-year.module.css'

const ANIMATION_MS = 3_000
const RELOAD_MS = 10_000
const SPARKS = 48

/** A greeting on 1 January: a click shows sparks for three seconds and reloads the page after ten. */
export function NewYear() {
  const { t } = useTranslation()
  const [celebrating, setCelebrating] = useState(false)
  const today = new Date()

  useEffect(() => {
    if (!celebrating) return
    const reload = setTimeout(() => location.reload(), RELOAD_MS)
    return () => clearTimeout(reload)
  }, [celebrating])

  if (today.getMonth() !== 0 || today.getDate() !== 1) return null
  return (
    <>
      <Button type="text" className={styles.greeting} disabled={celebrating} onClick={() => setCelebrating(true)}>
        {t('layout.newYear')}
      </Button>
      {celebrating && <Sparks />}
    </>
  )
}

function Sparks() {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const stop = setTimeout(() => setOver(true), ANIMATION_MS)
    return () => clearTimeout(stop)
  }, [])
  if (over) return null
  return (
    <div className={styles.sky} aria-hidden="true">
      {Array.from({ length: SPARKS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sparks never change places
        <span key={index} className={styles.spark} style={flightOf(index)} />
      ))}
    </div>
  )
}

/** Three bursts one after another; each spark flies along its own ray. */
function flightOf(index: number): CSSProperties {
  const burst = index % 3
  const angle = (index / SPARKS) * Math.PI * 6
  const reach = 90 + (index % 5) * 30
  return {
    left: `${25 + burst * 25}%`,
    top: `${30 + (burst % 2) * 15}%`,
    animationDelay: `${burst * 700}ms`,
    '--x': `${Math.cos(angle) * reach}px`,
    '--y': `${Math.sin(angle) * reach}px`,
  } as CSSProperties
}
