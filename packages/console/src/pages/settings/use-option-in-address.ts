import { isOptionKey, optionLines } from '@tollgate/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { idOf } from './section.tsx'
import { placeOf } from './words.ts'

const PREFIX = '#option-'

/** Scrolls to the option in the address (`#option-RetryTimes`) and focuses it, or else its section. */
export function useOptionInAddress(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address asked for again is gone to again
  useEffect(() => {
    const option = hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : ''
    if (!isOptionKey(option)) return
    const { tab, section } = optionLines[option]
    const field = document.getElementById(`option-${option}`)
    const shown = field ?? document.getElementById(idOf(placeOf(tab, section)))
    shown?.scrollIntoView({ block: field ? 'center' : 'start' })
    field?.focus({ preventScroll: true })
  }, [hash, key])
}
