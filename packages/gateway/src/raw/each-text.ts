import { tryParse } from './json.ts'
import { endOfString } from './pass-json.ts'

const colon = 0x3a
const comma = 0x2c
const openBracket = 0x5b
const closeBracket = 0x5d

/** Shorter strings are never skipped, whatever they contain. */
const SHORTEST_MEDIUM = 1_024
const BASE64_ONLY = /^[\w+/=-]*$/
const DATA_URL = /^data:[^,]{0,200};base64,/

/**
 * Visits every string in a JSON text, unescaped, without building the values around it. The text must be valid JSON.
 *
 * @returns the number of encoded images, sounds and files that were skipped
 */
export function eachText(json: string, visit: (text: string, isName: boolean) => void): number {
  let media = 0
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', start)) {
    const end = endOfString(json, start)
    const isName = followedByColon(json, end)
    const written = json.slice(start + 1, end - 1)
    if (isMedium(written)) media += 1
    else visit(written.includes('\\') ? unescaped(json.slice(start, end)) : written, isName)
    start = end
  }
  return media
}

/** Returns the number of integers in lists of a JSON text, at any depth: tokens given by id. */
export function countListedNumbers(json: string): number {
  let count = 0
  let from = 0
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', from)) {
    count += countBetween(json, from, start)
    from = endOfString(json, start)
  }
  return count + countBetween(json, from, json.length)
}

/** Counts in a range without strings. */
function countBetween(json: string, start: number, end: number): number {
  let count = 0
  /** The character before the number, once a number has begun. */
  let opener = 0
  let isNumber = false
  for (let at = start; at < end; at++) {
    const code = json.charCodeAt(at)
    if (code >= 0x30 && code <= 0x39) isNumber = true
    else if (code === comma || code === closeBracket || code === openBracket || code > 0x20) {
      const isListed = opener === comma || opener === openBracket
      if (isNumber && isListed && (code === comma || code === closeBracket)) count++
      isNumber = false
      opener = code
    }
  }
  return count
}

function followedByColon(json: string, end: number): boolean {
  let at = end
  while (json.charCodeAt(at) <= 0x20) at++
  return json.charCodeAt(at) === colon
}

const isMedium = (written: string): boolean =>
  written.length >= SHORTEST_MEDIUM && (DATA_URL.test(written) || BASE64_ONLY.test(written))

function unescaped(quoted: string): string {
  const text = tryParse(quoted)
  return typeof text === 'string' ? text : quoted.slice(1, -1)
}
