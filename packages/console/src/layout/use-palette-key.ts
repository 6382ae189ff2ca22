import { useEffect } from 'react'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
export const paletteKeys = isMac ? '⌘K' : 'Ctrl+K'

/** Calls `open` on Ctrl+K or ⌘K, wherever the focus is. */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
