import { contrast, HARDEST_SURFACE, LEAST_CONTRAST, mix, readColor, type ThemeMode } from '@tollgate/contract'

/** The accent colour with its shades, under the names of the theme's palettes. */
export interface Accent {
  accent: string
  accentHover: string
  accentActive: string
  accentSoft: string
  accentBorder: string
  onAccent: string
}

/** The operator's colours in the status; empty: none is set. */
interface AccentColors {
  accent_color: string
  accent_color_dark: string
}

const WHITE = '#ffffff'
const INK = '#0d0f14'
const SURFACE: Record<ThemeMode, string> = { light: WHITE, dark: '#17181b' }
/** Shades move towards the theme's text colour, so that none is harder to read than the colour itself. */
const TOWARDS: Record<ThemeMode, string> = { light: INK, dark: WHITE }
/** The accent's share in a tinted surface: the first on which the accent is readable is used. */
const TINTS = [0.14, 0.1, 0.07, 0.04, 0]

/** Returns the operator's accent with its shades in a theme; undefined: the built-in accent applies. */
export function accentFor(mode: ThemeMode, colors: AccentColors): Accent | undefined {
  const accent = accentOf(mode, colors)
  if (!accent) return undefined
  const tinted = (share: number) => mix(SURFACE[mode], accent, share)
  const soft = TINTS.map(tinted).find(surface => contrast(accent, surface) >= LEAST_CONTRAST)
  return {
    accent,
    accentHover: mix(accent, TOWARDS[mode], 0.16),
    accentActive: mix(accent, TOWARDS[mode], 0.3),
    accentSoft: soft ?? SURFACE[mode],
    accentBorder: tinted(0.36),
    onAccent: mode === 'light' ? WHITE : INK,
  }
}

/** The theme's own colour, or else the light theme's, lightened until it is readable on dark surfaces. */
function accentOf(mode: ThemeMode, { accent_color, accent_color_dark }: AccentColors): string | undefined {
  const own = readColor(mode === 'light' ? accent_color : accent_color_dark)
  if (own || mode === 'light') return own ?? undefined
  const light = readColor(accent_color)
  if (!light) return undefined
  const steps = Array.from({ length: 21 }, (_, step) => mix(light, WHITE, step / 20))
  return steps.find(color => contrast(color, HARDEST_SURFACE.dark) >= LEAST_CONTRAST + SPARE)
}

/** Above the minimum, so that a lightened colour looks as calm as the built-in palette. */
const SPARE = 1
