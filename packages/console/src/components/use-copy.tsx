import { App, Input } from 'antd'
import { useTranslation } from 'react-i18next'

const SHOWN_LENGTH = 40

/** Copies text and confirms it; if the browser refuses, a dialog shows the text to copy by hand. */
export function useCopy(): (text: string, shown?: string) => Promise<void> {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()

  return async (text, shown = text) => {
    if (await copyToClipboard(text)) {
      const start = shown.length > SHOWN_LENGTH ? `${shown.slice(0, SHOWN_LENGTH)}…` : shown
      message.success(t('components.copy.copied', { text: start }))
      return
    }
    modal.info({
      title: t('components.copy.byHand'),
      content: <Input.TextArea readOnly autoFocus autoSize={{ maxRows: 12 }} value={text} onFocus={selectAll} />,
    })
  }
}

const selectAll = (event: { target: HTMLTextAreaElement }) => event.target.select()

async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyThroughSelection(text)
  }
}

/** The old way, for pages served without https, which have no `navigator.clipboard`. */
function copyThroughSelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('aria-hidden', 'true')
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
  }
}
