/** Returns where a model runs; its name, `@cf/maker/model`, is part of the address. */
export const runPath = (model: string): string =>
  `/ai/run/${model
    .split('/')
    .map(part => encodeURIComponent(part).replace('%40', '@'))
    .join('/')}`
