/** Prefix of the code of log rows from another gateway, before the import's id: no entry here paid for them. */
export const IMPORTED_CODE = 'import:'

export const isImported = (code: string): boolean => code.startsWith(IMPORTED_CODE)

/** SQL condition: a row of `logs` is this gateway's own. */
export const IS_OWN_ROW = `substr(code, 1, ${IMPORTED_CODE.length}) <> '${IMPORTED_CODE}'`
