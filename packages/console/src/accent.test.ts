import { expect, test } from 'bun:test'
import { contrast, HARDEST_SURFACE, LEAST_CONTRAST, optionTable, readColor } from '@tollgate/contract'
import fc from 'fast-check'
import { accentFor } from './accent.ts'
import { palettes } from './theme.ts'

const SEED = 20_261_122
const colors = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

test('text in or on any accepted colour is readable in both themes, in every shade', () => {
  fc.assert(
    fc.property(colors, colors, (light, dark) => {
      const accepted = [optionTable.AccentColor.read(light), optionTable.AccentColorDark.read(dark)]
      fc.pre(accepted.every(reading => 'value' in reading))
      for (const mode of ['light', 'dark'] as const) {
        for (const accent_color_dark of [dark, '']) {
          const shades = accentFor(mode, { accent_color: light, accent_color_dark })
          if (!shades) throw new Error('an accepted colour gave no accent')
          const { accent, accentHover, accentActive, accentSoft, onAccent } = shades
          for (const shade of [accent, accentHover, accentActive]) {
            for (const surface of [HARDEST_SURFACE[mode], palettes[mode].surface, palettes[mode].page]) {
              expect(contrast(shade, surface)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
            }
            expect(contrast(onAccent, shade)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
          }
          expect(contrast(accent, accentSoft)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
        }
      }
    }),
    { seed: SEED, numRuns: 300 },
  )
})

test('the surface used to check accents is the hardest to read on', () => {
  const { light, dark } = palettes
  for (const surface of [light.page, light.surface, light.hover]) {
    expect(contrast('#000000', HARDEST_SURFACE.light)).toBeLessThanOrEqual(contrast('#000000', surface))
  }
  for (const surface of [dark.page, dark.surface, dark.raised, dark.hover]) {
    expect(contrast('#ffffff', HARDEST_SURFACE.dark)).toBeLessThanOrEqual(contrast('#ffffff', surface))
  }
})

test('a colour is accepted with or without its sign, short or long; nothing else is a colour', () => {
  expect(['#2A52C4', 'abc', ' #0f0 '].map(readColor)).toEqual(['#2a52c4', '#aabbcc', '#00ff00'])
  expect(['red', '#12345', '#1234567', 'rgb(0,0,0)', '#ggg', ''].map(readColor)).toEqual(Array(6).fill(null))
})

test('without an operator’s colour the built-in one applies', () => {
  const none = { accent_color: '', accent_color_dark: '' }
  expect([accentFor('light', none), accentFor('dark', none)]).toEqual([undefined, undefined])
  expect(accentFor('light', { ...none, accent_color_dark: '#8aa7ff' })).toBeUndefined()
})
