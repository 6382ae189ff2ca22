import type fastCheck from 'fast-check'

/** Makes sound files for tests. */

const head = (bytes: number[] | string): Buffer => Buffer.from(bytes as string, 'latin1')

/** Packets of Opus with one frame each, and their duration. */
export const opusPackets = (fc: typeof fastCheck) =>
  fc.array(fc.tuple(fc.nat(31), fc.uint8Array({ minLength: 2, maxLength: 300 })), { maxLength: 60 }).map(packets => ({
    packets: packets.map(([config, content]) => Buffer.concat([Buffer.from([config << 3]), content])),
    seconds: packets.reduce((sum, [config]) => sum + frameMs(config) / 1_000, 0),
  }))

const frameMs = (config: number): number =>
  (config < 12 ? [10, 20, 40, 60] : config < 16 ? [10, 20, 10, 20] : [2.5, 5, 10, 20])[config % 4] ?? 0

/** One Ogg stream; packets continue over pages as needed. */
export function oggOf(packets: readonly Buffer[], granule = 0): Buffer {
  const pages = [page([head('OpusHead\x01\x01')], 2, granule), page([head('OpusTags')], 0, granule)]
  let lengths: number[] = []
  let body: Buffer[] = []
  let isContinued = false
  const flush = (goesOn: boolean): void => {
    if (lengths.length > 0) pages.push(pageOf(lengths, Buffer.concat(body), isContinued ? 1 : 0, granule))
    lengths = []
    body = []
    isContinued = goesOn
  }
  for (const packet of packets) {
    for (let at = 0, isOver = false; !isOver; ) {
      const piece = packet.subarray(at, at + 255)
      lengths.push(piece.length)
      body.push(piece)
      at += piece.length
      isOver = piece.length < 255
      if (lengths.length === 20) flush(!isOver)
    }
  }
  flush(false)
  return Buffer.concat(pages)
}

const page = (packets: readonly Buffer[], flags: number, granule: number): Buffer =>
  pageOf(
    packets.map(({ length }) => length),
    Buffer.concat(packets),
    flags,
    granule,
  )

function pageOf(lengths: readonly number[], body: Buffer, flags: number, granule: number): Buffer {
  const start = Buffer.alloc(27)
  start.write('OggS')
  start[5] = flags
  start.writeUInt32LE(granule >>> 0, 6)
  start[26] = lengths.length
  return Buffer.concat([start, Buffer.from(lengths), body])
}

/** An element of EBML. */
export const ebmlOf = (id: number, content: Buffer | readonly Buffer[]): Buffer => {
  const whole = Buffer.isBuffer(content) ? content : Buffer.concat(content)
  return Buffer.concat([idOf(id), sizeOf(whole.length), whole])
}

const idOf = (id: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(id)
  return bytes.subarray(bytes.findIndex(byte => byte > 0))
}

function sizeOf(size: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(size))
  bytes[0] = 1
  return bytes
}

interface WebmShape {
  lacing?: 'none' | 'xiph' | 'fixed' | 'ebml'
  /** Its sizes are unknown, as in live recordings. */
  isLive?: boolean
  isGrouped?: boolean
  times?: number
  isPadded?: boolean
  isPacked?: boolean
}

const TRACK_NUMBER = 7

/** One track of Opus. */
export function webmOf(packets: readonly Buffer[], shape: WebmShape): Buffer {
  const { isLive = false, isPadded = false, times = 0, isPacked = false } = shape
  const track = ebmlOf(0xae, [
    ebmlOf(0xd7, Buffer.from([TRACK_NUMBER])),
    ebmlOf(0x83, Buffer.from([2])),
    ebmlOf(0x86, head('A_OPUS')),
    ...(isPacked ? [ebmlOf(0x6d80, ebmlOf(0x6240, Buffer.alloc(2)))] : []),
  ])
  const time = Buffer.alloc(4)
  time.writeUInt32BE(times >>> 0)
  const blocks = inBlocks(packets, shape).map(block =>
    shape.isGrouped ? ebmlOf(0xa0, ebmlOf(0xa1, block)) : ebmlOf(0xa3, block),
  )
  const holder = (id: number, content: Buffer): Buffer =>
    isLive ? Buffer.concat([idOf(id), Buffer.from([0x01, ...Array(7).fill(0xff)]), content]) : ebmlOf(id, content)
  const padding = isPadded ? [ebmlOf(0xec, Buffer.alloc(500, 0x1f))] : []
  const cluster = holder(0x1f43b675, Buffer.concat([ebmlOf(0xe7, time), ...padding, ...blocks]))
  const segment = holder(0x18538067, Buffer.concat([ebmlOf(0x1654ae6b, track), cluster, ...padding]))
  return Buffer.concat([ebmlOf(0x1a45dfa3, ebmlOf(0x4282, head('webm'))), segment])
}

const BLOCK_PACKETS = 5
const LACINGS = { none: 0, xiph: 1, fixed: 2, ebml: 3 }

function inBlocks(packets: readonly Buffer[], { lacing = 'none' }: WebmShape): Buffer[] {
  const groups: Buffer[][] = []
  for (const packet of packets) {
    const last = groups.at(-1)
    const fits = lacing !== 'none' && last && last.length < BLOCK_PACKETS
    if (fits && (lacing !== 'fixed' || last[0]?.length === packet.length)) last.push(packet)
    else groups.push([packet])
  }
  return groups.map(group => {
    const start = Buffer.from([0x80 | TRACK_NUMBER, 0, 0, LACINGS[lacing] << 1])
    if (lacing === 'none') return Buffer.concat([start, ...group])
    return Buffer.concat([start, Buffer.from([group.length - 1]), lacesOf(group, lacing), ...group])
  })
}

function lacesOf(group: readonly Buffer[], lacing: 'xiph' | 'fixed' | 'ebml'): Buffer {
  const sizes = group.slice(0, -1).map(({ length }) => length)
  if (lacing === 'fixed') return Buffer.alloc(0)
  if (lacing === 'xiph')
    return Buffer.from(sizes.flatMap(size => [...Array(Math.floor(size / 255)).fill(255), size % 255]))
  return Buffer.concat(
    sizes.map((size, at) => {
      const bytes = Buffer.alloc(2)
      bytes.writeUInt16BE(0x4000 | (at === 0 ? size : size - (sizes[at - 1] ?? 0) + (2 ** 13 - 1)))
      return bytes
    }),
  )
}

/** An hour of speech at 6 kbit/s or less, whose timestamps claim a second. */
export const hourOfWebm = (): Buffer =>
  webmOf(Array(60_000).fill(Buffer.concat([Buffer.from([11 << 3]), Buffer.alloc(19, 7)])), { lacing: 'xiph' })

interface Mp4Shape {
  frames: number
  rateIndex: number
  duration: number
  isIndexLast: boolean
  fragments: readonly number[]
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const whole = Buffer.concat(content)
  return Buffer.concat([number(8 + whole.length), head(type), whole])
}
const zeros = (count: number): Buffer => Buffer.alloc(count)
const tagged = (tag: number, ...content: readonly Buffer[]): Buffer => {
  const whole = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag, 0x80, 0x80, 0x80, whole.length]), whole])
}

/** One track of AAC. */
export function mp4Of({ frames, rateIndex, duration, isIndexLast, fragments }: Mp4Shape): Buffer {
  const config = Buffer.from([(2 << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (1 << 3)])
  const decoder = tagged(4, Buffer.from([0x40]), zeros(12), tagged(5, config))
  const esds = box('esds', zeros(4), tagged(3, zeros(3), decoder, tagged(6, Buffer.from([2]))))
  const description = box('stsd', zeros(4), number(1), box('mp4a', zeros(28), esds))
  const table = box(
    'stbl',
    description,
    box('stts', zeros(4), number(1), number(frames), number(1)),
    box('stsz', zeros(4), number(100), number(frames)),
  )
  const media = box(
    'mdia',
    box('mdhd', zeros(12), number(duration), zeros(4)),
    box('hdlr', zeros(8), head('soun'), zeros(13)),
    box('minf', table),
  )
  const index = box('moov', box('mvhd', zeros(100)), box('trak', box('tkhd', zeros(12), number(3), zeros(64)), media))
  const content = box('mdat', zeros(2_000))
  const moofs = fragments.map(count =>
    box(
      'moof',
      box('mfhd', zeros(8)),
      box('traf', box('tfhd', zeros(4), number(3)), box('trun', zeros(4), number(count))),
    ),
  )
  const start = box('ftyp', head('M4A '), zeros(4))
  return Buffer.concat([start, ...(isIndexLast ? [content, index] : [index, content]), ...moofs])
}
