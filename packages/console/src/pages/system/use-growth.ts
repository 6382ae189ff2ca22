import type { StorageGrowth } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { formatByteChange, formatChange } from '../../lib/format.ts'

/** Returns growth in words: `+12 MB, +340 rows`. */
export function useGrowth(of: 'rows' | 'keys'): (grown: StorageGrowth['day']) => string {
  const { t } = useTranslation()
  return grown => {
    if (grown === null) return '–'
    const { bytes, items } = grown
    const size = formatByteChange(bytes)
    if (items === null) return size
    return t(of === 'rows' ? 'system.storage.withRows' : 'system.storage.withKeys', {
      count: Math.abs(items),
      size,
      change: formatChange(items),
    })
  }
}
