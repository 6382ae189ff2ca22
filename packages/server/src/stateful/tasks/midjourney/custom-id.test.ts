import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { readCustomId } from './custom-id.ts'

test.each([
  ['MJ::JOB::upsample::2::3dbbd469-36af-4a0f-8f02-df6c579e7011', 'UPSCALE', 2],
  ['MJ::JOB::upsample_v6_2x_subtle::1::3dbb::SOLO', 'UPSCALE', 1],
  ['MJ::JOB::variation::4::3dbb', 'VARIATION', 4],
  ['MJ::JOB::low_variation::1::3dbb::SOLO', 'LOW_VARIATION', 1],
  ['MJ::JOB::high_variation::1::3dbb::SOLO', 'HIGH_VARIATION', 1],
  ['MJ::JOB::pan_left::1::3dbb::SOLO', 'PAN', 1],
  ['MJ::JOB::reroll::0::3dbb::SOLO', 'REROLL', 1],
  ['MJ::Outpaint::50::1::3dbb::SOLO', 'ZOOM', 1],
  ['MJ::CustomZoom::3dbb', 'CUSTOM_ZOOM', 1],
  ['MJ::Inpaint::1::3dbb::SOLO', 'INPAINT', 1],
])('%s is %s of picture %i', (customId, action, index) => {
  expect(readCustomId(customId)).toEqual({ action, index })
})

test.each([
  '',
  'Bookmark',
  'MJ::BOOKMARK::3dbb',
  'MJ::JOB::animate_high::1::3dbb',
  'MJ::JOB::upsample::9::3dbb',
  '::',
  'MJ::JOB',
])('%j is refused', customId => {
  expect(readCustomId(customId)).toBeNull()
})

test('any id is parsed or refused', () => {
  const part = fc.constantFrom('MJ', 'JOB', 'upsample', 'variation', '::', '1', '-1', '9e9', '__proto__', 'constructor')
  const ids = fc.oneof(
    fc.string(),
    fc.array(part).map(parts => parts.join('::')),
  )
  fc.assert(
    fc.property(ids, customId => {
      const read = readCustomId(customId)
      expect(read === null || (read.index >= 1 && read.index <= 4)).toBe(true)
    }),
    { seed: 13, numRuns: 500 },
  )
})
