import type { ColumnType } from 'kysely'

/** A column with a default value in the database. */
export type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>
/** 0 or 1: both databases store flags as integers. */
export type Flag = Defaulted<number>
