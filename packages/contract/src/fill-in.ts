/** Fills in the `{names}` of a sentence; a name without a value stays unchanged. */
export const fillIn = (sentence: string, parameters: Record<string, unknown>): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole))
