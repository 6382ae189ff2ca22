import { Form, Input, Radio } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '../../lib/join-words.ts'
import type { Imports } from './api.ts'
import { Files } from './files.tsx'

const PLACES = ['file', 'address'] as const

/** Where a database is. `with`: a log that lies with the rest. */
export interface Place {
  kind: 'with' | (typeof PLACES)[number]
  /** The chosen file; absent: the newest. */
  file?: string | undefined
  address: string
}

/** The place in the contract's terms; null: it is not complete. */
export function placeIn(
  { kind, file: chosen, address }: Place,
  files: Imports['files'],
): { file: string } | { address: string } | null {
  if (kind === 'address') return address.trim() === '' ? null : { address: address.trim() }
  const file = files.some(({ name }) => name === chosen) ? chosen : files[0]?.name
  return file === undefined ? null : { file }
}

interface PlaceFieldsProps {
  title: string
  value: Place
  onChange: (value: Place) => void
  imports: Imports | undefined
  /** The label of `with`, where that is a choice. */
  withRest?: string
}

/** A file in the folder of imports, an uploaded one, or the address of a database. */
export function PlaceFields({ title, value, onChange, imports, withRest }: PlaceFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const place = placeIn(value, imports?.files ?? [])
  return (
    <>
      <Radio.Group
        aria-label={title}
        value={value.kind}
        onChange={({ target }) => onChange({ ...value, kind: target.value })}
        options={[
          ...(withRest ? [{ value: 'with', label: withRest }] : []),
          ...PLACES.map(kind => ({ value: kind, label: t(`movingIn.source.${kind}`) })),
        ]}
      />
      {value.kind === 'file' && (
        <Files
          title={labelled(title, t('movingIn.files.title'))}
          imports={imports}
          chosen={place && 'file' in place ? place.file : undefined}
          onChoose={file => onChange({ ...value, file })}
        />
      )}
      {value.kind === 'address' && (
        <Form.Item label={t('movingIn.source.address')} htmlFor={id} extra={t('movingIn.source.addressHint')}>
          <Input.Password
            id={id}
            autoComplete="off"
            placeholder="mysql://reader:password@host/oneapi"
            value={value.address}
            onChange={({ target }) => onChange({ ...value, address: target.value })}
          />
        </Form.Item>
      )}
    </>
  )
}
