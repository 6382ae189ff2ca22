import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import entries from '../../../components/entry-table/entry-table.module.css'
import type { ControlProps } from '../control-props.ts'
import { ExampleCall } from './example-call.tsx'
import { groupNames } from './group-names.ts'
import styles from './groups.module.css'

/** Groups in the order in which they are tried. */
export function GroupOrder({ text, textOf, onWrite, words, input: { disabled, onBlur } }: ControlProps) {
  const { t } = useTranslation()
  const groups = groupNames(textOf)
  const order = readOrder(text)
  if (!order) return <p className={entries.broken}>{t('settings.entries.broken')}</p>

  const write = (order: readonly string[]) => onWrite(JSON.stringify(order, null, 2))
  const move = (index: number, by: number) => {
    const name = order[index]
    if (name !== undefined) write(order.toSpliced(index, 1).toSpliced(index + by, 0, name))
  }
  const left = groups.filter(name => !order.includes(name))

  return (
    <div>
      {order.length === 0 && <p className={entries.broken}>{t('settings.order.empty')}</p>}
      <table className={entries.entries} aria-label={words.label}>
        <tbody>
          {order.map((name, index) => (
            <tr key={name}>
              <th scope="row">
                {t('settings.order.place', { place: index + 1, name })}
                {groups.length > 0 && !groups.includes(name) && (
                  <span className={entries.problem}> {t('settings.groupRatios.unknown', { group: name })}</span>
                )}
              </th>
              <td className={styles.buttons}>
                <Button
                  type="text"
                  size="small"
                  disabled={disabled || index === 0}
                  icon={<ArrowUpOutlined />}
                  aria-label={t('settings.order.up', { name })}
                  onClick={() => move(index, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  disabled={disabled || index === order.length - 1}
                  icon={<ArrowDownOutlined />}
                  aria-label={t('settings.order.down', { name })}
                  onClick={() => move(index, 1)}
                />
                <Button
                  type="text"
                  size="small"
                  disabled={disabled}
                  icon={<DeleteOutlined />}
                  aria-label={t('settings.entries.remove', { name })}
                  onClick={() => write(order.toSpliced(index, 1))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Select
        size="small"
        disabled={disabled || left.length === 0}
        aria-label={t('settings.order.add')}
        placeholder={t('settings.order.add')}
        popupMatchSelectWidth={false}
        value={null}
        onBlur={onBlur}
        onChange={(name: string | null) => name !== null && write([...order, name])}
        options={left.map(value => ({ value, label: value }))}
      />
      {order.length > 0 && <ExampleCall order={order} groups={groups} textOf={textOf} />}
    </div>
  )
}

/** The names of a JSON list; undefined if the text is not one. */
function readOrder(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '[]')
    return Array.isArray(value) && value.every(name => typeof name === 'string') ? [...new Set(value)] : undefined
  } catch {
    return undefined
  }
}
