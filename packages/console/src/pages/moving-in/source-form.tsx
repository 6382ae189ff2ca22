import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, Progress, Radio } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { IconButton } from '../../components/icon-button.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { formatNumber } from '../../lib/format.ts'
import { places } from '../../lib/places.ts'
import { type Imports, useLook, useRemoveFile, useUpload } from './api.ts'
import { type ChoiceFields, Choices, logsSince, NO_CHOICES } from './choices.tsx'
import styles from './moving-in.module.css'

const MEBIBYTE = 2 ** 20

/** A file in the folder of imports, an uploaded one, or the address of a database. */
export function SourceForm({ imports }: { imports: Imports | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [kind, setKind] = useState<'file' | 'address'>('file')
  const [chosen, setChosen] = useState<string>()
  const [address, setAddress] = useState('')
  const [choices, setChoices] = useState<ChoiceFields>(NO_CHOICES)
  const { mutate: look, isPending, error } = useLook()
  const files = imports?.files ?? []
  const file = files.some(({ name }) => name === chosen) ? chosen : files[0]?.name
  const source = kind === 'address' ? { address: address.trim() } : file && { file }
  const logs = logsSince(choices)
  const isReady = imports && source && !('address' in source && source.address === '') && logs !== undefined

  const begin = () => {
    if (!isReady) return
    const into = imports.is_used ? 'merge' : 'empty'
    const { prices, subscriptions, debts } = choices
    look(
      { source, into, prices, subscriptions, debts, logs },
      { onSuccess: ({ id }) => void navigate(places.importRun(id)) },
    )
  }

  return (
    <Form layout="vertical" component="div" className={styles.form}>
      <Radio.Group
        aria-label={t('movingIn.source.title')}
        value={kind}
        onChange={({ target }) => setKind(target.value)}
        options={(['file', 'address'] as const).map(value => ({ value, label: t(`movingIn.source.${value}`) }))}
      />
      {kind === 'file' ? (
        <Files imports={imports} chosen={file} onChoose={setChosen} />
      ) : (
        <Form.Item
          label={t('movingIn.source.address')}
          htmlFor="import-address"
          extra={t('movingIn.source.addressHint')}
        >
          <Input.Password
            id="import-address"
            autoComplete="off"
            placeholder="mysql://reader:password@host/oneapi"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
        </Form.Item>
      )}
      <Choices value={choices} onChange={setChoices} />
      {imports?.is_used && <Alert type="warning" showIcon title={t('movingIn.merge')} />}
      {error && <Alert type="error" showIcon title={error.message} role="alert" />}
      <div>
        <Button type="primary" disabled={!isReady} loading={isPending} onClick={begin}>
          {t('movingIn.look')}
        </Button>
      </div>
    </Form>
  )
}

interface FilesProps {
  imports: Imports | undefined
  chosen: string | undefined
  onChoose: (name: string) => void
}

function Files({ imports, chosen, onChoose }: FilesProps) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const { mutate: upload, isPending, error } = useUpload()
  const { mutate: remove } = useRemoveFile()
  const confirm = useConfirm()
  const files = imports?.files ?? []
  const take = (file: File | undefined) => {
    if (file) upload({ file, onShare: setShare }, { onSuccess: onChoose })
  }
  const ask = async (name: string) => {
    const title = t('movingIn.files.askDelete', { name })
    const agree = t('movingIn.files.delete')
    if (await confirm({ title, consequence: t('movingIn.files.deleteHint'), agree, danger: true })) remove(name)
  }
  return (
    <div className={styles.files}>
      {files.length > 0 && (
        <Radio.Group
          className={styles.fileList}
          aria-label={t('movingIn.files.title')}
          value={chosen}
          onChange={({ target }) => onChoose(target.value)}
        >
          {files.map(({ name, bytes, changed_at }) => (
            <div key={name}>
              <Radio value={name}>
                <span translate="no">{name}</span>
              </Radio>
              <span className={styles.quiet}>
                {formatNumber(bytes / MEBIBYTE, 1)} MiB · <RelativeTime at={changed_at} />
              </span>
              <IconButton
                aria-label={t('movingIn.files.deleteOf', { name })}
                icon={<DeleteOutlined />}
                onClick={() => void ask(name)}
              />
            </div>
          ))}
        </Radio.Group>
      )}
      <div>
        <Button icon={<UploadOutlined />} loading={isPending} onClick={() => picker.current?.click()}>
          {t('movingIn.files.upload')}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('movingIn.files.upload')}
          onChange={({ target }) => {
            take(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
      {isPending && <Progress percent={Math.floor(share * 100)} aria-label={t('movingIn.files.progress')} />}
      {error && <Alert type="error" showIcon title={error.message} role="alert" />}
      <p className={styles.quiet}>
        {t('movingIn.files.hint')} <code translate="no">{imports?.folder}</code>
      </p>
    </div>
  )
}
