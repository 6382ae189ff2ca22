/** What a drawing is listed as: `mj_imagine`. */
export const modelOf = (action: string): string => (action === 'SWAP_FACE' ? 'swap_face' : `mj_${action.toLowerCase()}`)

/** What it is priced as, the first that has a price: a speed may have one of its own, `mj_turbo_imagine`. */
export const pricedAs = (model: string, mode: string): string[] =>
  mode === '' ? [model] : [model.replace(/^(?:mj_)?/, `mj_${mode}_`), model]
