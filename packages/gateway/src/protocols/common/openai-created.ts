/** The end of the last four-digit year, in Unix seconds. */
const LATEST = 253_402_300_799

/** When an OpenAI-dialect answer was created, in Unix seconds; some hosts count milliseconds. */
export function readCreated(wire: unknown): { created?: number } {
  if (typeof wire !== 'number' || !(wire > 0)) return {}
  const seconds = wire > LATEST ? wire / 1000 : wire
  return seconds > LATEST ? {} : { created: Math.floor(seconds) }
}
