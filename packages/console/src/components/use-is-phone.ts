import { Grid } from 'antd'
import { usePrinting } from './use-printing.ts'

/** Whether the window is too narrow for tables and side drawers (under 768 px); a sheet of paper takes tables. */
export function useIsPhone(): boolean {
  const { md } = Grid.useBreakpoint()
  return !usePrinting() && md === false
}
