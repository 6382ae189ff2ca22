import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { places } from '../../lib/places.ts'
import { type Imports, useLook } from './api.ts'
import { type ChoiceFields, Choices, logsSince, NO_CHOICES } from './choices.tsx'
import styles from './moving-in.module.css'
import { type Place, PlaceFields, placeIn } from './place-fields.tsx'

/** A source, where its log is, and the operator's choices. */
export function SourceForm({ imports }: { imports: Imports | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [place, setPlace] = useState<Place>({ kind: 'file', address: '' })
  const [logPlace, setLogPlace] = useState<Place>({ kind: 'with', address: '' })
  const [choices, setChoices] = useState<ChoiceFields>(NO_CHOICES)
  const { mutate: look, isPending, error } = useLook()
  const files = imports?.files ?? []
  const source = placeIn(place, files)
  const main = source && 'file' in source ? source.file : undefined
  const isApart = choices.logs !== 'none' && logPlace.kind !== 'with'
  const others = imports && { ...imports, files: files.filter(({ name }) => name !== main) }
  const logSource = isApart ? placeIn(logPlace, others?.files ?? []) : undefined
  const logs = logsSince(choices)

  const begin = () => {
    if (!imports || !source || logSource === null || logs === undefined) return
    const into = imports.is_used ? 'merge' : 'empty'
    const { prices, subscriptions, debts } = choices
    look(
      { source, log_source: logSource, into, prices, subscriptions, debts, logs },
      { onSuccess: ({ id }) => void navigate(places.importRun(id)) },
    )
  }
  const chooseLog = (chosen: Place) => {
    // an uploaded log is the newest file, and must not become the source by that
    setPlace({ ...place, file: main })
    setLogPlace(chosen)
  }

  return (
    <Form layout="vertical" noValidate className={styles.form} onFinish={begin}>
      <PlaceFields title={t('movingIn.source.title')} value={place} onChange={setPlace} imports={imports} />
      <Choices value={choices} onChange={setChoices} />
      {choices.logs !== 'none' && (
        <Form.Item label={t('movingIn.logSource.title')} extra={t('movingIn.logSource.hint')}>
          <div className={styles.files}>
            <PlaceFields
              title={t('movingIn.logSource.title')}
              value={logPlace}
              onChange={chooseLog}
              imports={others}
              withRest={t('movingIn.logSource.with')}
            />
          </div>
        </Form.Item>
      )}
      {imports?.is_used && <Alert type="warning" showIcon title={t('movingIn.merge')} />}
      {error && <Alert type="error" showIcon title={error.message} role="alert" />}
      <div>
        <Button
          type="primary"
          htmlType="submit"
          disabled={!imports || !source || logSource === null || logs === undefined}
          loading={isPending}
        >
          {t('movingIn.look')}
        </Button>
      </div>
    </Form>
  )
}
