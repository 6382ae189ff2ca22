/** Returns the path of a model; its name, `@cf/maker/model`, is part of it. */
export const runPath = (model: string): string =>
  `/ai/run/${model
    .split('/')
    .map(part => encodeURIComponent(part).replace('%40', '@'))
    .join('/')}`
