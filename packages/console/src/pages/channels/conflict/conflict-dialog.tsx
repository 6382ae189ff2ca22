import { type Channel, type ChannelConflict, splitList } from '@tollgate/contract'
import { Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type NewChannel, useChannelType } from '../api.ts'
import styles from '../channels.module.css'
import { useFieldLabel } from '../field-label.ts'
import { differencesOf, withTaken } from './differences.ts'

interface ConflictDialogProps {
  channel: Channel
  /** The channel as the form opened it, and as it is to be saved. */
  opened: NewChannel
  body: NewChannel
  conflict: ChannelConflict
  isSaving: boolean
  onSave: (body: NewChannel) => void
  onClose: () => void
}

/** Shows what somebody else has changed meanwhile; each field is accepted or overwritten. */
export function ConflictDialog({ channel, opened, body, conflict, isSaving, onSave, onClose }: ConflictDialogProps) {
  const { t } = useTranslation()
  const labelOf = useFieldLabel(channel.type)
  const differences = differencesOf(opened, conflict)
  // Fields that only the other person changed are accepted by default.
  const [taken, setTaken] = useState<ReadonlySet<string>>(
    () => new Set(differences.filter(({ isContested }) => !isContested).map(({ field }) => field)),
  )
  const take = (field: string, isTaken: boolean) =>
    setTaken(new Set(isTaken ? [...taken, field] : [...taken].filter(other => other !== field)))

  return (
    <Modal
      open
      width={760}
      title={t('channelTools.conflict.title')}
      onCancel={onClose}
      footer={[
        <Button key="back" onClick={onClose}>
          {t('channelTools.conflict.back')}
        </Button>,
        <Button
          key="save"
          type="primary"
          loading={isSaving}
          onClick={() => onSave(withTaken(body, differences, taken))}
        >
          {t('channelTools.conflict.save')}
        </Button>,
      ]}
    >
      {differences.length === 0 ? (
        <p>{t('channelTools.conflict.nothing')}</p>
      ) : (
        <>
          <p>{t('channelTools.conflict.intro', { name: channel.name })}</p>
          <table className={styles.compared}>
            <thead>
              <tr>
                <th scope="col">{t('channelTools.conflict.field')}</th>
                <th scope="col">
                  {t('channelTools.conflict.stored')}{' '}
                  <Button
                    type="link"
                    size="small"
                    onClick={() => setTaken(new Set(differences.map(({ field }) => field)))}
                  >
                    {t('channelTools.conflict.takeAll')}
                  </Button>
                </th>
                <th scope="col">
                  {t('channelTools.conflict.yours')}{' '}
                  <Button type="link" size="small" onClick={() => setTaken(new Set())}>
                    {t('channelTools.conflict.keepAll')}
                  </Button>
                </th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ field, stored, yours }) => (
                <tr key={field}>
                  <th scope="row">{labelOf(field)}</th>
                  {[true, false].map(isStored => (
                    <td key={String(isStored)}>
                      <Radio
                        name={`conflict-${field}`}
                        checked={taken.has(field) === isStored}
                        onChange={() => take(field, isStored)}
                      >
                        <Value field={field} value={isStored ? stored : yours} other={isStored ? yours : stored} />
                      </Radio>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Modal>
  )
}

/** For a long list, only the entries that the other one lacks. */
function Value({ field, value, other }: { field: string; value: string | number; other: string | number }) {
  const { t } = useTranslation()
  const type = useChannelType(field === 'type' ? Number(value) : undefined)
  if (type) return type.name
  if (value === '') return <i className={styles.quiet}>{t('channelTools.conflict.empty')}</i>
  if (field === 'auto_ban') return t(`channelTools.conflict.${value === 1 ? 'on' : 'off'}`)
  if (field === 'key_spread') return t(`channelKeys.spreads.${value as 'random' | 'in_turn'}`)
  if (field !== 'models') return <span className={styles.value}>{value}</span>
  const own = splitList(String(value)).filter(model => !splitList(String(other)).includes(model))
  const common = splitList(String(value)).length - own.length
  return <span className={styles.value}>{[...(common > 0 ? [`… (${common})`] : []), ...own].join(', ')}</span>
}
