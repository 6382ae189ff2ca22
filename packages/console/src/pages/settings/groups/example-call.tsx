import { autoGroups, DEFAULT_GROUP, type GroupOptions, groupTermsOf, optionLines } from '@tollgate/contract'
import { Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outcome } from '../../../components/example/outcome.tsx'
import { formatNumber } from '../../../lib/format.ts'
import type { ControlProps } from '../control-props.ts'
import styles from './groups.module.css'

interface ExampleCallProps extends Pick<ControlProps, 'textOf'> {
  order: readonly string[]
  groups: readonly string[]
}

/** The groups that a call with *auto* tries, for users of a group that can be chosen. */
export function ExampleCall({ order, groups, textOf }: ExampleCallProps) {
  const { t } = useTranslation()
  const id = useId()
  const [ownGroup, setOwnGroup] = useState(DEFAULT_GROUP)
  const options = optionsOf(textOf)
  const tried = autoGroups(options, ownGroup)
  const leftOut = order.filter(group => !tried.includes(group))
  const lines = tried.map((group, index) => {
    const { groupRatio } = groupTermsOf(group, ownGroup, options)
    return t('settings.order.try', { place: index + 1, group, ratio: formatNumber(groupRatio) })
  })
  return (
    <div className={styles.example}>
      <label htmlFor={id}>{t('settings.order.user')}</label>{' '}
      <Select
        id={id}
        size="small"
        popupMatchSelectWidth={false}
        value={ownGroup}
        onChange={setOwnGroup}
        options={[...new Set([DEFAULT_GROUP, ...groups])].map(value => ({ value, label: value }))}
      />
      {tried.length > 0 ? (
        <Outcome parts={[{ label: t('settings.order.tries'), lines }]} />
      ) : (
        <p>{t('settings.order.refused')}</p>
      )}
      {tried.length > 0 && <p>{t('settings.order.serves')}</p>}
      {leftOut.length > 0 && <p>{t('settings.order.leftOut', { names: leftOut.join(', ') })}</p>}
    </div>
  )
}

/** The options as typed; a text that is refused counts as the default. */
const optionsOf = (textOf: ControlProps['textOf']): GroupOptions => ({
  get: key => {
    const { read, default: usual } = optionLines[key]
    const reading = read(textOf(key))
    // The line of a key reads its type.
    return ('value' in reading ? reading.value : usual) as never
  },
})
