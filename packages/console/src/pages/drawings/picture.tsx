import { PictureOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyForm } from '../../components/lazy-form.tsx'

const Preview = lazyForm(() => import('./preview.tsx').then(file => file.Preview))

/** The link to a drawing's picture. An address that is not http(s) is shown as text, never opened. */
export function PictureCell({ address, name }: { address: string; name: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (!address) return null
  if (!isOfTheWeb(address)) return address
  return (
    <>
      <Button
        size="small"
        icon={<PictureOutlined />}
        aria-haspopup="dialog"
        aria-label={t('drawings.viewOf', { name })}
        onClick={() => setOpen(true)}
      >
        {t('drawings.view')}
      </Button>
      {isOpen && <Preview address={address} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

const isOfTheWeb = (address: string): boolean => /^https?:\/\//i.test(address) || /^\/(?!\/)/.test(address)
