/** Milliseconds per frame, by kind: SILK, hybrid, CELT. https://www.rfc-editor.org/rfc/rfc6716, 3.1 */
const SILK = [10, 20, 40, 60]
const BOTH = [10, 20]
const CELT = [2.5, 5, 10, 20]
const LONGEST_PACKET_MS = 120

/** Seconds of an Opus packet, by its first two bytes. */
export function opusPacketSeconds(packet: Uint8Array): number {
  const [first, second = 0] = packet
  if (first === undefined) return 0
  const config = first >> 3
  const frameMs = config < 12 ? SILK[config % 4] : config < 16 ? BOTH[config % 2] : CELT[config % 4]
  const frames = [1, 2, 2, second & 0x3f][first & 0b11] ?? 1
  return Math.min((frameMs ?? 0) * frames, LONGEST_PACKET_MS) / 1_000
}
