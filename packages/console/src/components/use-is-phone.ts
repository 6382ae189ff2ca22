import { Grid } from 'antd'

/** Whether the window is too narrow for tables and side drawers (under 768 px). */
export const useIsPhone = (): boolean => Grid.useBreakpoint().md === false
