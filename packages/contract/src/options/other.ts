import { DENSITIES, FONTS, RADII } from '../look.ts'
import { link, longText, select, text, textColor, toggle } from './kinds.ts'
import { inSection } from './option.ts'

const pages = { access: 'root-for-pages' } as const

const info = inSection('other', 'info', {
  /** An address that returns the latest release as JSON; empty: there is no update check. */
  UpdateCheckUrl: link(),
})

/**
 * Site content: Markdown or HTML; the home and about pages may also be an address to embed. Each is saved separately.
 */
export const otherOptions = {
  ...info,
  ...inSection('other', 'notice', { Notice: longText('', pages) }),
  ...inSection('other', 'name', { SystemName: text('Tollgate', { publicAs: 'system_name', required: true }) }),
  ...inSection('other', 'logo', { Logo: text('', { publicAs: 'logo' }) }),
  ...inSection('other', 'accent', {
    AccentColor: textColor('light', { publicAs: 'accent_color' }),
    /** Empty: derived from the other. */
    AccentColorDark: textColor('dark', { publicAs: 'accent_color_dark' }),
  }),
  /** Users may choose otherwise. */
  ...inSection('other', 'look', {
    ThemeDensity: select(DENSITIES, 'comfortable', { publicAs: 'theme_density' }),
    ThemeRadius: select(RADII, 'small', { publicAs: 'theme_radius' }),
    ThemeFont: select(FONTS, 'system', { publicAs: 'theme_font' }),
  }),
  ...inSection('other', 'home', { HomePageContent: longText('', pages) }),
  ...inSection('other', 'home-parts', {
    /** Availability of the last 24 hours, by this gateway's own figures. */
    AvailabilityShownEnabled: toggle(false, { publicAs: 'availability_shown' }),
  }),
  ...inSection('other', 'model-pages', {
    /** Uptime and speed on the pages of single models, by this gateway's own figures. */
    ModelFiguresShownEnabled: toggle(false),
  }),
  ...inSection('other', 'about', { About: longText('', pages) }),
  /** If one is set, nobody registers or signs in without agreeing. */
  ...inSection('other', 'legal', {
    UserAgreement: longText('', pages),
    PrivacyPolicy: longText('', pages),
    /** Whoever agreed to an earlier text agrees again at their next sign-in. */
    ChangedRulesAskedAgain: toggle(true),
  }),
  ...inSection('other', 'footer', { Footer: longText('', { ...pages, publicAs: 'footer_html' }) }),
}
