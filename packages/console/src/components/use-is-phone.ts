import { useMediaQuery } from '../lib/use-media-query.ts'
import { usePrinting } from './use-printing.ts'

/** Whether the window is too narrow for tables and side drawers (under 768 px); paper is wide enough for tables. */
export function useIsPhone(): boolean {
  const isNarrow = useMediaQuery('(max-width: 767.98px)')
  return !usePrinting() && isNarrow
}
