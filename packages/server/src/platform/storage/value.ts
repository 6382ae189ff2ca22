/** A parameter of a statement. */
export type Value = string | number | null
