export type SqlKind = 'sqlite' | 'postgres' | 'mysql'

/** A column's value; flags and times differ between databases. */
export type SqlValue = string | number | null | { flag: boolean } | { time: number | null }

/** Writes rows as INSERT statements for a kind of database. */
export function sqlWriter(kind: SqlKind) {
  const name = (text: string) => (kind === 'mysql' ? `\`${text}\`` : `"${text}"`)
  const text = (value: string) => {
    const doubled = value.replaceAll("'", "''")
    return `'${kind === 'mysql' ? doubled.replaceAll('\\', '\\\\') : doubled}'`
  }
  const timeText = (seconds: number) => {
    const time = new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
    return text(kind === 'mysql' ? time : `${time}+00:00`)
  }
  function value(given: SqlValue): string {
    if (given === null) return 'NULL'
    if (typeof given === 'string') return text(given)
    if (typeof given === 'number') return String(given)
    if ('flag' in given) return kind === 'postgres' ? String(given.flag) : String(Number(given.flag))
    return given.time === null ? 'NULL' : timeText(given.time)
  }
  return {
    name,
    text,
    /** What its client must know before it reads the rest. */
    charset: { mysql: ['SET NAMES utf8mb4;'], postgres: ["SET client_encoding = 'UTF8';"], sqlite: [] }[kind],
    insert: (table: string, row: Readonly<Record<string, SqlValue>>) =>
      `INSERT INTO ${name(table)} (${Object.keys(row).map(name).join(', ')}) VALUES (${Object.values(row).map(value).join(', ')});`,
    clear: (table: string) => `DELETE FROM ${name(table)};`,
    /** Makes new rows get ids after the inserted ones. */
    counter: (table: string) =>
      kind === 'postgres'
        ? [
            `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT greatest(max(id), 1) FROM ${name(table)}));`,
          ]
        : [],
  }
}
