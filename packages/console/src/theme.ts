import type { ThemeMode } from '@tollgate/contract'
import { type ThemeConfig, theme } from 'antd'
import type { Accent } from './accent.ts'
import type { WholeLook } from './look.ts'

const fonts = {
  system: `system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif`,
  sans: `'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif`,
  serif: `Georgia, 'Times New Roman', 'Liberation Serif', 'Noto Serif', 'Songti SC', SimSun, 'Noto Serif CJK SC', serif`,
  mono: `ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace`,
}

/** Pixels of corners. */
const radii = {
  none: { borderRadius: 0, borderRadiusLG: 0, borderRadiusSM: 0, borderRadiusXS: 0 },
  small: { borderRadius: 6, borderRadiusLG: 6, borderRadiusSM: 4, borderRadiusXS: 3 },
  large: { borderRadius: 12, borderRadiusLG: 12, borderRadiusSM: 8, borderRadiusXS: 4 },
}

/** Heights and room. What `compact` leaves out of the first is the component library's own. */
const densities = {
  comfortable: { token: { controlHeightSM: 24 }, cell: 6, formItem: 16 },
  compact: {
    token: {
      controlHeight: 28,
      controlHeightSM: 24,
      controlHeightLG: 34,
      padding: 12,
      paddingSM: 8,
      paddingMD: 14,
      paddingLG: 16,
      margin: 12,
      marginLG: 16,
    },
    cell: 3,
    formItem: 10,
  },
}

/** Warm greys, one cobalt accent, and the four status colours. Text colours meet WCAG AA on every surface of their mode. */
export const palettes = {
  light: {
    page: '#f8f7f4',
    surface: '#ffffff',
    raised: '#ffffff',
    selected: '#ffffff',
    hover: '#f2f0eb',
    border: '#dcd8cf',
    hairline: '#e9e6df',
    text: '#1d1b18',
    textSecondary: '#57534a',
    textTertiary: '#6e695e',
    textFaint: '#a29d92',
    ring: '#8f897d',
    accent: '#2a52c4',
    accentHover: '#3d66dc',
    accentActive: '#1f3f9c',
    accentSoft: '#eaeffc',
    accentBorder: '#b9c8f3',
    onAccent: '#ffffff',
    good: '#1a7a45',
    goodSoft: '#e6f4ec',
    goodBorder: '#b5dcc6',
    resting: '#94600a',
    restingSoft: '#fbf1dc',
    restingBorder: '#ead3a0',
    broken: '#c0302b',
    brokenHover: '#a3241f',
    brokenSoft: '#fcebe9',
    brokenBorder: '#efc2be',
    tooltip: '#26241f',
    shadow: '0 6px 24px rgb(29 27 24 / 0.12), 0 0 0 1px rgb(29 27 24 / 0.06)',
  },
  dark: {
    page: '#111214',
    surface: '#17181b',
    raised: '#1e2024',
    selected: '#3b3f47',
    hover: '#23262b',
    border: '#34373d',
    hairline: '#26282d',
    text: '#e9e7e2',
    textSecondary: '#b0ada5',
    textTertiary: '#928f88',
    textFaint: '#65635e',
    ring: '#77756f',
    accent: '#8aa7ff',
    accentHover: '#a3baff',
    accentActive: '#7191f2',
    accentSoft: '#1c2540',
    accentBorder: '#34467c',
    onAccent: '#0d1226',
    good: '#5cc58c',
    goodSoft: '#142a1f',
    goodBorder: '#24543a',
    resting: '#e0ad52',
    restingSoft: '#2e2412',
    restingBorder: '#5c4820',
    broken: '#ff8b83',
    brokenHover: '#ffa8a1',
    brokenSoft: '#371b1a',
    brokenBorder: '#6b3331',
    tooltip: '#33363c',
    shadow: '0 6px 24px rgb(0 0 0 / 0.5), 0 0 0 1px rgb(255 255 255 / 0.08)',
  },
} as const

/** The whole look of the console. `reducedMotion` follows the system's setting; `accent` is the user's or the operator's, if any. */
export function themeFor(mode: ThemeMode, reducedMotion: boolean, look: WholeLook, accent?: Accent): ThemeConfig {
  const color = { ...palettes[mode], ...accent }
  const density = densities[look.density]
  return {
    algorithm: [mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, ...(accent ? [kept(accent)] : [])],
    token: {
      motion: !reducedMotion,
      // Busy buttons show a spinner; their text stays legible.
      opacityLoading: 1,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.18s',
      fontFamily: fonts[look.font],
      fontFamilyCode: fonts.mono,
      fontSize: 14,
      fontSizeSM: 12,
      fontSizeLG: 15,
      fontSizeHeading1: 32,
      fontSizeHeading2: 22,
      fontSizeHeading3: 17,
      fontSizeHeading4: 15,
      fontSizeHeading5: 14,
      fontWeightStrong: 600,
      sizeUnit: 4,
      sizeStep: 4,
      ...radii[look.radius],
      ...density.token,
      wireframe: false,
      colorPrimary: color.accent,
      colorPrimaryHover: color.accentHover,
      colorPrimaryActive: color.accentActive,
      colorPrimaryBg: color.accentSoft,
      colorPrimaryBgHover: color.accentSoft,
      colorPrimaryBorder: color.accentBorder,
      colorLink: color.accent,
      colorLinkHover: color.accentHover,
      colorLinkActive: color.accentActive,
      colorInfo: color.accent,
      colorInfoBg: color.accentSoft,
      colorInfoBorder: color.accentBorder,
      colorSuccess: color.good,
      colorSuccessBg: color.goodSoft,
      colorSuccessBorder: color.goodBorder,
      colorWarning: color.resting,
      colorWarningBg: color.restingSoft,
      colorWarningBorder: color.restingBorder,
      colorError: color.broken,
      colorErrorHover: color.brokenHover,
      colorErrorTextHover: color.brokenHover,
      colorErrorBg: color.brokenSoft,
      colorErrorBorder: color.brokenBorder,
      colorText: color.text,
      colorTextSecondary: color.textSecondary,
      colorTextTertiary: color.textTertiary,
      colorTextDescription: color.textTertiary,
      colorTextPlaceholder: color.textTertiary,
      colorTextQuaternary: color.textFaint,
      colorBgLayout: color.page,
      colorBgContainer: color.surface,
      colorBgElevated: color.raised,
      colorBgSpotlight: color.tooltip,
      colorBorder: color.border,
      colorBorderSecondary: color.hairline,
      colorSplit: color.hairline,
      controlItemBgHover: color.hover,
      controlItemBgActive: color.accentSoft,
      boxShadow: color.shadow,
      boxShadowTertiary: 'none',
      boxShadowSecondary: color.shadow,
    },
    components: {
      Button: {
        primaryColor: color.onAccent,
        dangerColor: palettes[mode].onAccent,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
      },
      Table: {
        fontSize: 13,
        cellFontSizeSM: 13,
        cellPaddingBlockSM: density.cell,
        cellPaddingInlineSM: 8,
        headerBg: color.surface,
        headerColor: color.textSecondary,
        headerSplitColor: 'transparent',
        rowHoverBg: color.hover,
        borderColor: color.hairline,
      },
      Form: { itemMarginBottom: density.formItem, labelColor: color.text, verticalLabelPadding: '0 0 4px' },
      Tag: { defaultBg: color.hover, defaultColor: color.textSecondary },
      Segmented: { itemSelectedBg: color.selected, trackBg: color.hover },
      // days of other months, and the selected one
      DatePicker: { colorTextDisabled: color.textTertiary, colorTextLightSolid: color.onAccent },
      // a read-only value must stay readable
      Input: { colorTextDisabled: color.textTertiary },
      InputNumber: { colorTextDisabled: color.textTertiary },
      // an unselected button is only visible by its ring
      Radio: { colorBorder: color.ring },
      Checkbox: { colorBorder: color.ring },
      // its opacity while it cannot be switched
      Switch: { opacityLoading: 0.65 },
      Modal: { titleFontSize: 16 },
      Tooltip: { fontSize: 13 },
    },
  }
}

/** The library's dark theme would darken a colour that was chosen to be readable. */
const kept =
  ({ accent }: Accent): typeof theme.darkAlgorithm =>
  (seed, map = theme.defaultAlgorithm(seed)) => ({ ...map, colorPrimary: accent, colorLink: accent, colorInfo: accent })
