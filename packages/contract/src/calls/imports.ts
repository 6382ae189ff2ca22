import { z } from 'zod'
import { call } from '../call.ts'
import {
  importChoices,
  importedUser,
  importFile,
  importReport,
  importRun,
  shadowResult,
} from '../entities/import-run.ts'
import { mirrorReport } from '../entities/mirror.ts'
import { flagQuery, idParams } from '../reply.ts'

/** Names that are safe in every file system and stay within the folder. */
export const IMPORT_FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/
const fileName = z.string().refine(name => IMPORT_FILE_NAME.test(name), { message: 'not_file_name' })
/** One of the two; an address is of PostgreSQL, MySQL or MariaDB, read in one snapshot. */
const place = z
  .strictObject({ file: fileName, address: z.string().min(1).max(2_000) })
  .partial()
  .refine(({ file, address }) => (file === undefined) !== (address === undefined), { message: 'file_or_address' })

/**
 * Moving in from another gateway. Sources contain keys and password hashes, so only the super admin may use these
 * calls.
 */
export const imports = {
  list: call({
    method: 'GET',
    path: '/api/import/',
    access: 'root',
    summary: 'Imports from other gateways, newest first, and the files that wait in the folder of imports',
    reply: z.object({
      /** Whether the site has more than a first set-up, so that an import would be a merge. */
      is_used: z.boolean(),
      /** The folder of imports, for operators who put a file there themselves. */
      folder: z.string(),
      files: z.array(importFile),
      runs: z.array(importRun),
    }),
  }),
  upload: call({
    method: 'PUT',
    path: '/api/import/file/{name}',
    access: 'root',
    confirm: true,
    summary: 'Upload a part of a database or a dump into the folder of imports, behind the parts before it',
    params: z.object({ name: fileName }),
    query: z.object({ at: z.coerce.number().int().min(0), is_last: flagQuery.default(false) }),
    rawBody: 'application/octet-stream',
    reply: z.object({ bytes: z.number().int() }),
  }),
  removeFile: call({
    method: 'DELETE',
    path: '/api/import/file/{name}',
    access: 'root',
    confirm: true,
    summary: 'Delete a file from the folder of imports',
    params: z.object({ name: fileName }),
    reply: z.null(),
  }),
  create: call({
    method: 'POST',
    path: '/api/import/',
    access: 'root',
    confirm: true,
    summary: 'Read a source and report in the background what would come; writes nothing',
    body: importChoices.extend({
      source: place,
      /** Where its log is, if that is apart: a database as well, or an export of its table as CSV or JSON lines. */
      log_source: place.optional(),
    }),
    reply: importRun,
  }),
  read: call({
    method: 'GET',
    path: '/api/import/{id}',
    access: 'root',
    summary: 'An import, and what it is doing',
    params: idParams,
    reply: importRun,
  }),
  report: call({
    method: 'GET',
    path: '/api/import/{id}/report',
    access: 'root',
    summary: 'The last proof of an import, else the report of its dry run',
    params: idParams,
    reply: importReport.nullable(),
  }),
  users: call({
    method: 'GET',
    path: '/api/import/{id}/users',
    access: 'root',
    summary: 'The figures of every user in the source and here, as the last proof found them',
    params: idParams,
    reply: z.array(importedUser),
  }),
  shadow: call({
    method: 'POST',
    path: '/api/import/{id}/shadow',
    access: 'root',
    summary: 'Charge the calls in the source’s log by the prices here; the source may go on running, and is only read',
    params: idParams,
    body: z.object({ since: z.number().int().min(0) }),
    reply: importRun,
  }),
  readShadow: call({
    method: 'GET',
    path: '/api/import/{id}/shadow',
    access: 'root',
    summary: 'What the calls of the source would cost here, by model, user, channel and call',
    params: idParams,
    reply: importRun.extend({ result: shadowResult.nullable() }),
  }),
  begin: call({
    method: 'POST',
    path: '/api/import/{id}/begin',
    access: 'root',
    confirm: true,
    summary: 'Import in the background what the dry run has reported; what is here already stays as it is',
    params: idParams,
    reply: importRun,
  }),
  verify: call({
    method: 'POST',
    path: '/api/import/{id}/verify',
    access: 'root',
    summary: 'Compare the source with its import again; what has moved here since is taken off',
    params: idParams,
    reply: importRun,
  }),
  sync: call({
    method: 'POST',
    path: '/api/import/{id}/sync',
    access: 'root',
    confirm: true,
    summary: 'Bring what has changed in the source since it was imported, and prove it; what has moved here stays',
    params: idParams,
    reply: importRun,
  }),
  stop: call({
    method: 'POST',
    path: '/api/import/{id}/stop',
    access: 'root',
    summary: 'Stop what is running; what was not complete is undone, and rows of the log stay',
    params: idParams,
    reply: importRun,
  }),
  resume: call({
    method: 'POST',
    path: '/api/import/{id}/resume',
    access: 'root',
    confirm: true,
    summary: 'Go on with what was stopped or failed',
    params: idParams,
    reply: importRun,
  }),
  mirror: call({
    method: 'GET',
    path: '/api/mirror/',
    access: 'root',
    summary: 'What planning the copies of another gateway’s calls came to: refusals, losses and costs',
    reply: mirrorReport,
  }),
  clearMirror: call({
    method: 'DELETE',
    path: '/api/mirror/',
    access: 'root',
    summary: 'Begin the sums of planned copies anew',
    reply: z.null(),
  }),
}
