/** Takes explicit cache breakpoints: GPT-5.6 and later. https://platform.openai.com/docs/guides/prompt-caching */
export const takesBreakpoints = (model: string): boolean => /(^|\/)gpt-(5\.([6-9]|\d\d)|[6-9]|\d\d)/.test(model)
