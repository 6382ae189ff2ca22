import { expect, test } from 'bun:test'
import { allocatedBytes } from './collections.ts'

test('a heap allocates its growth between two collections; lines of other heaps and other text count for nothing', () => {
  const log = [
    'Requesting GC because bytes allocated this cycle: 8393145',
    '[GC<0x1a>: START M 900kb => EdenCollection, a=0kb hf=0.000]',
    '[GC<0x1a>: M a=170kb => 300kb, p=2.7ms (max 5.9), cycle 9.7ms END]',
    '[GC<0x2b>: START M 50kb => EdenCollection, v=0kb p=1.0ms]',
    '[GC<0x2b>: M => 40kb, p=0.7ms END]',
    '[GC<0x1a>: START M 1300kb => FullCollection, a=0kb]',
    '[GC<0x1a>: M => 350kb, p=0.7ms END]',
    '[GC<0x2b>: START M 60kb => EdenCollection, v=0kb]',
    '[GC<0x1a>: START M 550kb => EdenCollection, a=0kb]',
  ].join('\n')
  expect(allocatedBytes(log)).toEqual([1_200 * 1024, 20 * 1024])
  expect(allocatedBytes('nothing')).toEqual([])
})
