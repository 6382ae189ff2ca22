import type { ThemeMode } from '@tollgate/contract'
import { useEffect } from 'react'
import { stored, useStored } from '../lib/storage.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'

/** The current theme – the remembered one, or else the system's – and how to choose the other. */
export function useThemeMode(): [ThemeMode, (mode: ThemeMode) => void] {
  const [remembered, remember] = useStored(stored.themeMode)
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  const mode = remembered === 'dark' || remembered === 'light' ? remembered : systemIsDark ? 'dark' : 'light'
  useEffect(() => {
    document.documentElement.style.colorScheme = mode
  }, [mode])
  return [mode, remember]
}
