import { expect, test } from 'bun:test'
import { contrast, DENSITIES, FONTS, LEAST_CONTRAST, RADII } from '@tollgate/contract'
import { theme } from 'antd'
import { accentFor } from './accent.ts'
import { lookOf, ownLook } from './look.ts'
import { themeFor } from './theme.ts'

const userWith = (look: object) => ({ setting: JSON.stringify({ look }) })

test('a user’s own choice wins, and what they left open is as the site has it', () => {
  const site = { theme_density: 'compact', theme_radius: 'large', theme_font: 'serif' } as const
  expect(lookOf(site, null)).toEqual({ density: 'compact', radius: 'large', font: 'serif' })
  expect(lookOf(site, userWith({ density: 'comfortable', accent: '#7a1fa2' }))).toEqual({
    density: 'comfortable',
    radius: 'large',
    font: 'serif',
    accent: '#7a1fa2',
  })
})

test('a status and a user stored before there were looks have the built-in one', () => {
  expect(lookOf({}, { setting: '' })).toEqual({ density: 'comfortable', radius: 'small', font: 'system' })
  expect(ownLook({ setting: '{"notify_type":"email"}' })).toEqual({})
})

test('every look draws a theme of its own, whose controls are large enough to touch', () => {
  const drawn = new Set<string>()
  for (const density of DENSITIES)
    for (const radius of RADII)
      for (const font of FONTS) {
        const theme = themeFor('light', false, { density, radius, font })
        drawn.add(JSON.stringify(theme.token))
        // https://www.w3.org/TR/WCAG22/#target-size-minimum
        expect(theme.token?.controlHeightSM).toBeGreaterThanOrEqual(24)
      }
  expect(drawn.size).toBe(DENSITIES.length * RADII.length * FONTS.length)
})

test('no look needs a typeface that has to be loaded', () => {
  for (const font of FONTS) {
    const { fontFamily = '' } = themeFor('dark', false, { density: 'compact', radius: 'none', font }).token ?? {}
    expect(fontFamily).toMatch(/(sans-serif|serif|monospace)$/)
    expect(fontFamily).not.toContain('url')
  }
})

test('an accent is drawn as it was found readable, also on the background of the chosen item', () => {
  const look = { density: 'comfortable', radius: 'small', font: 'system' } as const
  for (const accent_color of ['#7a3fc0', '#2a52c4', '#1a7a45', '#8a5a08', '#4a4a4a', '#b0286a'])
    for (const mode of ['light', 'dark'] as const) {
      const accent = accentFor(mode, { accent_color, accent_color_dark: '' })
      const { colorPrimary, colorLink, controlItemBgActive } = theme.getDesignToken(themeFor(mode, false, look, accent))
      expect([colorPrimary, colorLink]).toEqual([accent?.accent ?? '', accent?.accent ?? ''])
      expect(contrast(colorPrimary, controlItemBgActive)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
    }
})
