const keyPatterns = [
  // Keys by their usual beginnings; the star is how providers echo a key they shortened.
  /\b(?:sk|pk|rk|gsk|xai|hf)[-_][\w*-]{6,}(?:\.[\w*-]+)*/g,
  /\bAIza[\w-]{10,}/g,
  /\bAKIA[A-Z0-9]{12,}/g,
  /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g,
  /(?<=\b(?:bearer|basic)\s+)[\w.~+/=*-]{6,}/gi,
  /(?<=\b(?:x-)?(?:goog-)?api[-_ ]?key["']?\s*[:=]\s*["']?)[^\s"'&,;]{6,}/gi,
  /(?<=[?&](?:key|api_key|token|access_token)=)[^\s"'&]+/gi,
]

const addressPatterns = [
  /\b(?:https?|wss?):\/\/[^\s"'<>)\]]+/gi,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g,
  /\[?(?<![\w:.])(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7}|(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?)(?![\w:])\]?(?::\d{1,5})?/gi,
  /\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|ai|dev|app|cloud|cn|ru|eu|local|internal)\b(?::\d{1,5})?/gi,
  /\blocalhost(?::\d{1,5})?/gi,
]

/**
 * A sentence fit for strangers: keys, URLs, hosts and IP addresses become stars.
 *
 * @param secrets texts to hide wherever they stand, such as the channel's key and host
 */
export function maskSecrets(text: string, secrets: readonly string[] = []): string {
  return replaceAll(maskKeys(text, secrets), addressPatterns)
}

/** Hides only keys and the given secrets, so that an upstream's links to its own manual survive. */
export function maskKeys(text: string, secrets: readonly string[] = []): string {
  const longestFirst = secrets.filter(secret => secret !== '').toSorted((a, b) => b.length - a.length)
  return replaceAll(
    longestFirst.reduce((masked, secret) => masked.replaceAll(secret, '***'), text),
    keyPatterns,
  )
}

const replaceAll = (text: string, patterns: readonly RegExp[]): string =>
  patterns.reduce((masked, pattern) => masked.replaceAll(pattern, '***'), text)
