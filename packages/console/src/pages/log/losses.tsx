import { LOSS_NAMES, LOST_THINGS, readLoss } from '@tollgate/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './log.module.css'

/** What the call lost on its way, in the console's language; what has no phrase stays as the log has it. */
export default function Losses({ losses }: { losses: readonly string[] }) {
  const { t } = useTranslation()
  const inWords = (text: string): string => {
    const loss = readLoss(text)
    if (!loss) return text
    const { what, code, values } = loss
    const thing = keyOf(LOST_THINGS, what)
    const name = keyOf(LOSS_NAMES, values.name)
    return t('losses.line', {
      what: thing ? t(`losses.what.${thing}`) : what,
      why: t(`losses.why.${code}`, { ...values, ...(name && { name: t(`losses.names.${name}`) }) }),
    })
  }
  return losses.map(loss => (
    <Tag key={loss} className={styles.loss}>
      {inWords(loss)}
    </Tag>
  ))
}

/** The key of a table's word. */
function keyOf<Key extends string>(words: Readonly<Record<Key, string>>, word: string | undefined): Key | undefined {
  // Object.keys loses the table's key type.
  return (Object.keys(words) as Key[]).find(key => words[key] === word)
}
