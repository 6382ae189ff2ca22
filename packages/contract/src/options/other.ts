import { link, longText, text } from './kinds.ts'
import { inSection } from './option.ts'

const info = inSection('other', 'info', {
  /** Answers with the latest release as JSON; empty: there is no update check. */
  UpdateCheckUrl: link(),
})

/** Site content: Markdown or HTML; the home and about pages may also be an address to embed. Each saves by itself. */
export const otherOptions = {
  ...info,
  ...inSection('other', 'notice', { Notice: longText() }),
  ...inSection('other', 'name', { SystemName: text('Tollgate', { publicAs: 'system_name', required: true }) }),
  ...inSection('other', 'logo', { Logo: text('', { publicAs: 'logo' }) }),
  ...inSection('other', 'home', { HomePageContent: longText() }),
  ...inSection('other', 'about', { About: longText() }),
  ...inSection('other', 'footer', { Footer: longText('', { publicAs: 'footer_html' }) }),
}
