import type { DatePickerProps } from 'antd/es/date-picker/index.js'
import type { ReactNode } from 'react'

/** What the component library's calendars lack for keyboards and screen readers. */
export const calendarAccess = {
  panelRender: (panel: ReactNode) => (
    <div ref={letReachTimes} style={{ display: 'contents' }}>
      {panel}
    </div>
  ),
  // A button without a name of its own is called what it shows.
  locale: { lang: { monthSelect: '', yearSelect: '' } } as DatePickerProps['locale'],
}

/** Hours and minutes scroll. */
function letReachTimes(panel: HTMLElement | null): void {
  for (const column of panel?.querySelectorAll<HTMLElement>('ul[data-type]') ?? []) column.tabIndex = 0
}
