import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readStored, stored, useStored } from '../lib/storage.ts'

const MASK = '••••'

/**
 * Hides a balance, key, mail address, IP address or user name while the user masks them for a screen that others see.
 * What is hidden is not in the page at all.
 */
export function Sensitive({ children }: { children: ReactNode }) {
  const [isMasked] = useStored(stored.masked)
  if (!isMasked || children === '' || children === null || children === undefined) return children
  return <Mask />
}

function Mask() {
  const { t } = useTranslation()
  return (
    <span role="img" aria-label={t('components.masked')}>
      {MASK}
    </span>
  )
}

/** The same for texts within sentences, titles and labels. */
export function useMask(): (text: string) => string {
  useStored(stored.masked)
  return masked
}

/** The same where no component renders: questions, messages, names of rows. */
export const masked = (text: string): string => (readStored(stored.masked) && text !== '' ? MASK : text)
