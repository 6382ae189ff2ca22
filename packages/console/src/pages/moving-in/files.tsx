import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Progress, Radio } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../components/icon-button.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { formatNumber } from '../../lib/format.ts'
import { type Imports, useRemoveFile, useUpload } from './api.ts'
import styles from './moving-in.module.css'

const MEBIBYTE = 2 ** 20

interface FilesProps {
  /** What the file is chosen for. */
  title: string
  imports: Imports | undefined
  chosen: string | undefined
  onChoose: (name: string) => void
}

/** The folder of imports: a file of it is chosen, uploaded or deleted. */
export function Files({ title, imports, chosen, onChoose }: FilesProps) {
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
          aria-label={title}
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
          // Ant Design's forms show inputs of files that are only `hidden`.
          style={{ display: 'none' }}
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
