import { Failure } from '../../scripts/lib/script.mjs'

/** Another gateway on this machine, measured in the same run. */
export interface Peer {
  name: string
  port: number
  key: string
  /** The model to request; empty: the usual one. */
  model: string
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Parses `NAME=http://127.0.0.1:4000,key=sk-…,model=…`; only the address is required. */
export function readPeer(text: string): Peer {
  const fields = text.split(',').map(field => {
    const at = field.indexOf('=')
    return { name: field.slice(0, at), value: field.slice(at + 1) }
  })
  const address = fields.find(({ value }) => /^https?:/.test(value))
  if (!address)
    throw new Failure(`--peer ${text} names no address; it is NAME=http://127.0.0.1:PORT,key=KEY,model=MODEL.`)
  const { hostname, port, protocol } = new URL(address.value)
  if (!loopback.has(hostname) || protocol !== 'http:' || !port)
    throw new Failure(
      `The peer ${address.name} is not at a port of this machine: loads go to the loopback address alone.`,
    )
  const fieldOf = (name: string) => fields.find(field => field.name === name)?.value ?? ''
  return { name: address.name, port: Number(port), key: fieldOf('key') || 'none', model: fieldOf('model') }
}
