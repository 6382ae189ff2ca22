/** Positions in a text: from, to. */
export type Span = readonly [start: number, end: number]

/** Returns all text that looks like a key. */
export const findKeys = (text: string): Span[] => KEYS.flatMap(pattern => spansOf(text, pattern))

/** Numeric machine addresses, which strangers should not see. */
export const findMachines = (text: string): Span[] => MACHINES.flatMap(pattern => spansOf(text, pattern))

/** URLs, hosts and machines. */
export const findAddresses = (text: string): Span[] => [
  ...findMachines(text),
  ...spansOf(text, URLS),
  ...spansOf(text, NAMES).flatMap(([start, end]) => hostIn(text.slice(start, end), start)),
]

// Each takes linear time: no match can start again inside rejected text.

const KEYS: readonly RegExp[] = [
  // Keys by their usual prefixes; providers shorten a key with asterisks.
  /\b(?:sk|pk|rk|gsk|xai|hf)[-_][\w*-]{6,}(?:\.[\w*-]+)*/g,
  /\bAIza[\w-]{10,}/g,
  /\bya29\.[\w-]{10,}/g,
  /\b(?:AKIA|ASIA|ABSK)[A-Za-z0-9]{12,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g,
  /\b(?:bearer|basic)\s{1,8}([\w.~+/=*-]{6,})/gi,
  /\b(?:x-)?(?:goog-)?api[-_ ]?key["']?(?:\s(?:provided|given|used))?\s{0,8}[:=]\s{0,8}["']?([^\s"'&,;\\]{5,}[^\s"'&,;.\\])/gi,
  /[?&](?:key|api_key|api-key|token|access_token|sig|signature)=([^\s"'&\\]+)/gi,
]

const MACHINES: readonly RegExp[] = [
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g,
  /\[?(?<![\w:.])(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7}|(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?)(?![\w:])\]?(?::\d{1,5})?/gi,
  /\blocalhost(?::\d{1,5})?/gi,
]

const URLS = /\b(?:https?|wss?):\/\/[^\s"'<>)\]\\]+/gi

/** Anything that could be a host name, with an optional port. */
const NAMES = /[a-z0-9.-]+(?::\d{1,5})?/gi
const HOST = /^(.*\.(?:com|net|org|io|ai|dev|app|cloud|cn|ru|eu|local|internal))(?![a-z0-9-])/i

function hostIn(name: string, start: number): Span[] {
  const host = HOST.exec(name)?.[1]
  if (host === undefined) return []
  return [[start, start + (name[host.length] === ':' ? name.length : host.length)]]
}

/** If a pattern has a group, the span is that group, at the end of the match. */
function spansOf(text: string, pattern: RegExp): Span[] {
  const spans: Span[] = []
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length
    spans.push([end - (match[1] ?? match[0]).length, end])
  }
  return spans
}
