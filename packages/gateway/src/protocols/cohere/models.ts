/** Thinks before it answers, with an adjustable budget. */
export const thinks = (model: string): boolean => /reasoning/.test(model)
