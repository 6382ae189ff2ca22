import { createSocket } from 'node:dgram'

/**
 * A name server on port 53 of a private network: silent for names that end in `.silent.test`, 127.0.0.1 for all others.
 */
export async function startDnsServer(): Promise<{ asked: string[]; close(): void }> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const { name, end } = readName(question)
    asked.push(name)
    if (!name.endsWith('.silent.test')) socket.send(answer(question, end), port, address)
  })
  await new Promise<void>(resolve => socket.bind(53, '127.0.0.1', resolve))
  return { asked, close: () => socket.close() }
}

const HEADER = 12
const TYPE_A = 1
/** An address record for the question's name, valid for a minute. Source: RFC 1035, 4.1.3. */
const LOOPBACK = Buffer.from([0xc0, HEADER, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1])

function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEADER
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function answer(question: Buffer, nameEnd: number): Buffer {
  const hasAddress = question.readUInt16BE(nameEnd) === TYPE_A
  const head = Buffer.from(question.subarray(0, nameEnd + 4))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(hasAddress ? 1 : 0, 6)
  head.writeUInt32BE(0, 8)
  return hasAddress ? Buffer.concat([head, LOOPBACK]) : head
}
