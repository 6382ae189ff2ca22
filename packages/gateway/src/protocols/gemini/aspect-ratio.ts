/** The aspect ratios of Google's models. */
const SHAPES = ['1:1', '3:4', '4:3', '9:16', '16:9']

const ratioOf = (shape: string): number => {
  const [width = 1, height = 1] = shape.split(':').map(Number)
  return width / height
}

/** Returns the aspect ratio nearest to a size in pixels, such as `1024x1792`; undefined: it is not a size. */
export function aspectRatioOf(size: string | undefined, shapes: readonly string[] = SHAPES): string | undefined {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size ?? '') ?? []
  if (!Number(width) || !Number(height)) return undefined
  const distance = (shape: string) => Math.abs(Math.log(ratioOf(shape) / (Number(width) / Number(height))))
  return shapes.reduce((nearest, shape) => (distance(shape) < distance(nearest) ? shape : nearest))
}
