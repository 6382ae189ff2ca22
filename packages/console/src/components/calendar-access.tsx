import type { DatePickerProps } from 'antd/es/date-picker/index.js'
import type { ReactNode } from 'react'

/** Adds what the component library's calendars lack for keyboards and screen readers. */
export const calendarAccess = {
  panelRender: (panel: ReactNode) => (
    <div ref={letReachTimes} style={{ display: 'contents' }}>
      {panel}
    </div>
  ),
  // A button without its own name is named by its text.
  locale: { lang: { monthSelect: '', yearSelect: '' } } as DatePickerProps['locale'],
}

/** Makes hours and minutes, which scroll, reachable by keyboard. */
function letReachTimes(panel: HTMLElement | null): void {
  for (const column of panel?.querySelectorAll<HTMLElement>('ul[data-type]') ?? []) column.tabIndex = 0
}
