/** Thinks before it answers, and can be told how much. */
export const thinks = (model: string): boolean => /reasoning/.test(model)
