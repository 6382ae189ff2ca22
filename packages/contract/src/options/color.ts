/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number]

export type ThemeMode = 'light' | 'dark'

/** The surface of each theme on which text in the accent colour is hardest to read. */
export const HARDEST_SURFACE: Readonly<Record<ThemeMode, string>> = { light: '#f2f0eb', dark: '#23262b' }

/** For text. https://www.w3.org/TR/WCAG21/#contrast-minimum */
export const LEAST_CONTRAST = 4.5

const HEX = /^#[0-9a-f]{6}$/

/** Returns `#rrggbb` in lower case for `#rgb` or `#rrggbb`, with or without the sign; null: not a colour. */
export function readColor(text: string): string | null {
  const digits = text.trim().toLowerCase().replace(/^#/, '')
  const whole = digits.length === 3 ? [...digits].map(digit => digit + digit).join('') : digits
  return HEX.test(`#${whole}`) ? `#${whole}` : null
}

/** Returns the contrast of two colours, 1 to 21. https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns a mix with this share of the other colour, 0 to 1. */
export function mix(color: string, other: string, share: number): string {
  const [from, to] = [rgbOf(color), rgbOf(other)]
  const parts = from.map((part, at) => Math.round(part + ((to[at] ?? 0) - part) * share))
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`
}

function rgbOf(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number] // one for each part
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
