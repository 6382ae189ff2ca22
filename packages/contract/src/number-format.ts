const made = new Map<string, Intl.NumberFormat>()

/** A kept format: creating one costs more than using it a hundred times, and a list has hundreds of figures. */
export function numberFormat(language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const kept = made.get(key) ?? new Intl.NumberFormat(language, options)
  made.set(key, kept)
  return kept
}
