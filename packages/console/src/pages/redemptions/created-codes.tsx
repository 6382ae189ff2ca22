import { DownloadOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/code-block.tsx'
import { downloadText } from '../../lib/download.ts'
import type { NewCodes } from './form.tsx'

/** After codes were created: all of them, to copy or to save as a text file. */
export function CreatedCodes({ codes: { name, keys }, onClose }: { codes: NewCodes; onClose: () => void }) {
  const { t } = useTranslation()
  const text = keys.join('\n')
  return (
    <Modal
      open
      title={t('redemptions.created.title', { count: keys.length })}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('redemptions.created.done')}</Button>
          <Button type="primary" icon={<DownloadOutlined />} onClick={() => downloadText(`${name}.txt`, text)}>
            {t('redemptions.created.download')}
          </Button>
        </>
      }
    >
      <p>{t('redemptions.created.hint')}</p>
      <CodeBlock code={text} what={t('redemptions.created.codes', { count: keys.length })} />
    </Modal>
  )
}
