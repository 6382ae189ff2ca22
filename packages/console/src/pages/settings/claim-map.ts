/** Parses lines of `value = name`; undefined if one is invalid. */
export function readClaimMap(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const entries = lines.map(line => {
    const at = line.lastIndexOf('=')
    return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()] as const
  })
  return entries.every(entry => entry.every(part => part !== '')) ? Object.fromEntries(entries) : undefined
}

export const writeClaimMap = (map: Readonly<Record<string, string>>): string =>
  Object.entries(map)
    .map(([value, name]) => `${value} = ${name}`)
    .join('\n')
