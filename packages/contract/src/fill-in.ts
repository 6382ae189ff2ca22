/** A sentence with its `{names}` filled in; a name nothing is given for stays as it is. */
export const fillIn = (sentence: string, parameters: Record<string, unknown>): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole))
