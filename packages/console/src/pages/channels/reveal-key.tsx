import type { Channel } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/code-block.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { useRevealKey } from './api.ts'

/** Shows the stored key after a question; the server logs that it was shown. */
export function RevealKey({ channel }: { channel: Channel }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutate: reveal, data, isPending } = useRevealKey()

  const askAndReveal = async () => {
    const agreed = await confirm({
      title: t('channels.form.revealTitle', { name: channel.name }),
      consequence: t('channels.form.revealConsequence'),
      agree: t('channels.form.reveal'),
    })
    if (agreed) reveal(channel.id)
  }
  if (data) return <CodeBlock isSensitive code={data.key} what={t('channels.form.key')} />
  return (
    <Button size="small" loading={isPending} onClick={askAndReveal}>
      {t('channels.form.reveal')}
    </Button>
  )
}
