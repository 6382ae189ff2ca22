/** The name in price lists: `mj_imagine`. */
export const modelOf = (action: string): string => (action === 'SWAP_FACE' ? 'swap_face' : `mj_${action.toLowerCase()}`)

/** Names for its price, of which the first with a price counts: a speed may have its own, `mj_turbo_imagine`. */
export const pricedAs = (model: string, mode: string): string[] =>
  mode === '' ? [model] : [model.replace(/^(?:mj_)?/, `mj_${mode}_`), model]
