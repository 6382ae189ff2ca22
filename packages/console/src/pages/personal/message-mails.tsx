import { useTranslation } from 'react-i18next'
import { LabelledSwitch } from '../../components/labelled-switch.tsx'
import { useMessageMails, useSetMessageMails } from './api.ts'
import styles from './personal.module.css'

/** Whether messages are mailed to the user. */
export function MessageMails() {
  const { t } = useTranslation()
  const { data: wanted } = useMessageMails()
  const { mutate: save, variables, isPending } = useSetMessageMails()
  if (wanted === undefined) return null
  return (
    <>
      <LabelledSwitch
        label={t('personal.messageMails.label')}
        checked={isPending ? variables : wanted}
        onChange={wanted => save(wanted)}
      />
      <p className={styles.quiet}>{t('personal.messageMails.hint')}</p>
    </>
  )
}
