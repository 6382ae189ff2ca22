import { Button, Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from '../channels.module.css'

interface ModelGroupProps {
  title: string
  hint: string
  models: string[]
  search: string
  taken: ReadonlySet<string>
  onTake: (models: string[], isTaken: boolean) => void
}

/** Some hosts have long lists, and a person reads no more. */
const MOST_SHOWN = 200

/** The models of one kind, each to select or not. */
export function ModelGroup({ title, hint, models, search, taken, onTake }: ModelGroupProps) {
  const { t } = useTranslation()
  if (models.length === 0) return null
  const wanted = search.trim().toLowerCase()
  const found = models.filter(model => model.toLowerCase().includes(wanted))
  return (
    <section className={styles.modelGroup} aria-label={title}>
      <header>
        <strong>{title}</strong>
        <span className={styles.quiet}>{hint}</span>
        <Button type="link" size="small" onClick={() => onTake(found, true)}>
          {t('channelTools.models.all')}
        </Button>
        <Button type="link" size="small" onClick={() => onTake(found, false)}>
          {t('channelTools.models.none')}
        </Button>
      </header>
      <div className={styles.modelChoices}>
        {found.slice(0, MOST_SHOWN).map(model => (
          <Checkbox key={model} checked={taken.has(model)} onChange={event => onTake([model], event.target.checked)}>
            {model}
          </Checkbox>
        ))}
        {found.length > MOST_SHOWN && (
          <span className={styles.quiet}>{t('channelTools.models.more', { count: found.length - MOST_SHOWN })}</span>
        )}
      </div>
    </section>
  )
}
