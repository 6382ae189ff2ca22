import { isIP } from 'node:net'
import { withoutSecrets } from '../../platform/process/without-secrets.ts'

const LONGEST = 500
const HIDDEN = '…'
/** What stands around a word in a sentence. */
const PUNCTUATION = new Set('"\'`“”‘’«»(){}<>,;:.!?')

/** Why a run failed, as the console shows it: without secrets, addresses and names of hosts. The log has it whole. */
export function runMessage(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST)
  const words = String(withoutSecrets(text)).split(/([\s=]+)/)
  return words.map(withoutHost).join('') || 'unknown'
}

function withoutHost(whole: string): string {
  if (namesHost(whole)) return HIDDEN
  let [start, end] = [0, whole.length]
  while (start < end && PUNCTUATION.has(whole.charAt(start))) start += 1
  while (end > start && PUNCTUATION.has(whole.charAt(end - 1))) end -= 1
  // Certificates name their hosts as `DNS:host`.
  if (!namesHost(whole.slice(start, end))) start = Math.max(start, whole.lastIndexOf(':', end - 1) + 1)
  return namesHost(whole.slice(start, end)) ? whole.slice(0, start) + HIDDEN + whole.slice(end) : whole
}

/** Whether a word is an address, a host with a port, or a name whose last label begins with a letter. */
function namesHost(word: string): boolean {
  if (word.includes('://') || isIP(word) !== 0) return true
  const place = `x://${word}`
  if (!URL.canParse(place)) return false
  const { hostname, port, host } = new URL(place)
  if (host !== word) return false
  return port !== '' || hostname.startsWith('[') || /\.[a-z][^.]*$/i.test(hostname)
}
