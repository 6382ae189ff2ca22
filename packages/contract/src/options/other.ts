import { longText, text } from './kinds.ts'
import { inSection } from './option.ts'

/** Site content: Markdown or HTML; the home and about pages may also be an address to embed. */
export const otherOptions = inSection('other', 'content', {
  Notice: longText(),
  SystemName: text('Tollgate', { publicAs: 'system_name', required: true }),
  Logo: text('', { publicAs: 'logo' }),
  HomePageContent: longText(),
  About: longText(),
  Footer: longText('', { publicAs: 'footer_html' }),
})
